import type { Stage } from '@vialdesk/contract/people/patients'
import { expect, test } from 'vitest'
import type { JourneyRecord } from '#web/entities/patient/journey-steps.ts'
import { headline, nextStep } from './patient-text.ts'

const record = (change: Partial<JourneyRecord>): JourneyRecord => ({
  stage: 'registered',
  date_adipose_shipped_to_lab: null,
  date_adipose_received_by_lab: null,
  estimated_date_vials_ready_to_ship: null,
  date_vials_ready_to_ship: null,
  number_times_qc_done: 0,
  stemcell_plating_initiated_date: null,
  stemcell_plating_successful: null,
  hla_typing_test: null,
  vials_preparation: 0,
  vials_ready_ship: 0,
  vials_available: 0,
  vials_shipped: 0,
  ...change,
})

test.each<[Stage, string]>([
  ['registered', 'You are registered. Your cells have not been shipped yet.'],
  ['shipped', 'Your cells are on their way to the lab.'],
  ['received', 'Your cells are safe at the lab.'],
  ['plated', 'Your cells are growing at the lab.'],
  ['quality_checked', 'Your cells are in quality checks.'],
  ['ready', 'Your cells are ready.'],
  ['stored', 'Your cells are in safe storage.'],
  ['shipped_out', 'All your cells were shipped. None are left in storage.'],
])('shows where the cells are: %s', (stage, text) => {
  expect(headline(record({ stage }))).toBe(text)
  expect(nextStep(record({ stage }), 'Bayview Clinic').text.length).toBeGreaterThan(20)
})

test('distinguishes some shipped vials from all', () => {
  expect(headline(record({ stage: 'stored', vials_available: 3, vials_shipped: 1 }))).toContain('Some of your cells were shipped')
  expect(headline(record({ stage: 'shipped_out', vials_shipped: 4 }))).toContain('None are left')
  expect(headline(record({ stage: 'shipped_out', vials_shipped: 4, vials_preparation: 2 }))).toContain('More are in preparation')
})

test('follows the parcel until the lab has booked it in', () => {
  expect(headline(record({ parcel: 'label_ready' }))).toContain('You are registered')
  expect(headline(record({ parcel: 'in_transit' }))).toContain('on their way')
  expect(nextStep(record({ parcel: 'in_transit' }), 'Bayview Clinic').text).toContain('when they arrive')
  for (const stage of ['registered', 'shipped'] as const) {
    expect(headline(record({ stage, parcel: 'delivered' }))).toContain('have arrived')
    expect(nextStep(record({ stage, parcel: 'delivered' }), 'Bayview Clinic').text).toContain('books in the parcel')
  }
  expect(headline(record({ stage: 'received', parcel: 'received' }))).toContain('safe at the lab')
})

test('does not call a failed plating growing, and names the center to contact', () => {
  const failed = record({ stage: 'plated', stemcell_plating_successful: 2 })
  expect(headline(failed)).not.toContain('growing')
  expect(nextStep(failed, 'Bayview Clinic')).toEqual({ text: 'Contact Bayview Clinic about the next step.', contactCenter: true })
})
