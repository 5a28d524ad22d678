import { expect, test } from 'vitest'
import { expectedText, findDelay, type PatientRecord } from './delay.ts'

const TODAY = '2027-01-10'
const record = (change: Partial<PatientRecord>): PatientRecord => ({
  stage: 'plated',
  date_adipose_shipped_to_lab: '2026-12-20',
  date_adipose_received_by_lab: '2026-12-24',
  estimated_date_vials_ready_to_ship: '2027-03-04',
  date_vials_ready_to_ship: null,
  number_times_qc_done: 0,
  stemcell_plating_initiated_date: '2026-12-28',
  stemcell_plating_successful: null,
  hla_typing_test: null,
  vials_preparation: 0,
  vials_ready_ship: 0,
  vials_available: 0,
  vials_shipped: 0,
  promised_ready_date: '2027-03-04',
  delay_reason: '',
  ...change,
})

test('has no delay while the vials are expected in time or earlier', () => {
  expect(findDelay(record({}), TODAY)).toBeUndefined()
  expect(findDelay(record({ estimated_date_vials_ready_to_ship: '2027-02-01' }), TODAY)).toBeUndefined()
  expect(findDelay(record({ estimated_date_vials_ready_to_ship: TODAY, promised_ready_date: TODAY }), TODAY)).toBeUndefined()
  expect(findDelay(record({ estimated_date_vials_ready_to_ship: null, promised_ready_date: null }), TODAY)).toBeUndefined()
})

test('is a delay when the date has passed, or is later than the first one', () => {
  expect(findDelay(record({ estimated_date_vials_ready_to_ship: '2027-01-09' }), TODAY)).toEqual({
    text: 'Your vials were expected around January 9, 2027. They need more time.',
    reason: '',
  })
  const later = record({ estimated_date_vials_ready_to_ship: '2027-04-01', delay_reason: 'The cells grow slowly.' })
  expect(findDelay(later, TODAY)).toEqual({
    text: 'Your vials need more time. They were first expected around March 4, 2027.',
    reason: 'The cells grow slowly.',
  })
})

test('has neither date nor delay when the vials are ready, or the plating failed', () => {
  for (const change of [{ stage: 'ready' }, { stage: 'stored' }, { stemcell_plating_successful: 2 }] as const) {
    const ended = record({ ...change, estimated_date_vials_ready_to_ship: '2027-01-01' })
    expect(findDelay(ended, TODAY)).toBeUndefined()
    expect(expectedText(ended, TODAY)).toBeUndefined()
  }
})

test('writes the expected day while it is still to come', () => {
  expect(expectedText(record({}), TODAY)).toBe('expected ready March 4, 2027')
  expect(expectedText(record({}), '2027-03-04')).toBe('expected ready March 4, 2027')
  expect(expectedText(record({}), '2027-03-05')).toBeUndefined()
})
