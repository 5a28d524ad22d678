import { expect, test } from 'vitest'
import { type JourneyRecord, journeySteps } from './journey-steps.ts'

const blank: JourneyRecord = {
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
}
const states = (record: Partial<JourneyRecord>) => journeySteps({ ...blank, ...record }).map(({ state }) => state)

test('has all steps ahead after registration', () => {
  expect(states({})).toEqual(['now', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead', 'ahead'])
})

test('shows the estimated ready date as a forecast at the ready step', () => {
  const record = {
    stage: 'received',
    date_adipose_received_by_lab: '2026-03-01',
    estimated_date_vials_ready_to_ship: '2026-05-10',
  } as const
  const ready = journeySteps({ ...blank, ...record }).find(({ stage }) => stage === 'ready')
  expect(ready).toEqual({ stage: 'ready', state: 'ahead', day: '2026-05-10', expected: true })
})

test('shows the real ready date in place of the forecast', () => {
  const record = {
    stage: 'ready',
    date_vials_ready_to_ship: '2026-05-02',
    estimated_date_vials_ready_to_ship: '2026-05-10',
  } as const
  const ready = journeySteps({ ...blank, ...record }).find(({ stage }) => stage === 'ready')
  expect(ready).toMatchObject({ state: 'now', day: '2026-05-02' })
  expect(ready?.expected).toBeUndefined()
})

test('marks a passed step without a record as unrecorded', () => {
  expect(states({ stage: 'stored', date_adipose_received_by_lab: '2026-03-01', vials_available: 4 })).toEqual([
    'done',
    'unrecorded',
    'done',
    'unrecorded',
    'unrecorded',
    'unrecorded',
    'now',
    'ahead',
  ])
})

test('writes counts in natural language', () => {
  const notes = (record: Partial<JourneyRecord>) => journeySteps({ ...blank, ...record }).flatMap(({ note }) => note ?? [])
  expect(notes({ stage: 'stored', number_times_qc_done: 1, vials_available: 1, vials_shipped: 3 })).toEqual([
    'Checked once.',
    '1 vial in storage.',
    '3 vials shipped.',
  ])
  expect(notes({ stage: 'plated', stemcell_plating_initiated_date: '2026-03-02', stemcell_plating_successful: 2 })).toEqual([
    'This plating was not successful.',
  ])
})

test('shows HLA typing with and without quality checks', () => {
  const checked = (record: Partial<JourneyRecord>) =>
    journeySteps({ ...blank, ...record }).find(({ stage }) => stage === 'quality_checked')
  const both = { stage: 'quality_checked', number_times_qc_done: 2, hla_typing_test: 1 } as const
  expect(checked(both)).toMatchObject({ state: 'now', note: 'Checked 2 times. HLA typing is done.' })
  expect(checked({ stage: 'plated', hla_typing_test: 1 })).toEqual({
    stage: 'quality_checked',
    state: 'ahead',
    note: 'HLA typing is done.',
  })
  expect(checked({ stage: 'plated', hla_typing_test: 2 })?.note).toBeUndefined()
})

test('names the parcel until the lab has booked it in', () => {
  const shipped = (record: Partial<JourneyRecord>) =>
    journeySteps({ ...blank, ...record }).find(({ stage }) => stage === 'shipped')
  expect(shipped({ parcel: 'label_ready' })).toMatchObject({ state: 'ahead', note: 'Parcel: Label ready.' })
  expect(shipped({ parcel: 'in_transit' })).toMatchObject({ state: 'now', note: 'Parcel: In transit.' })
  expect(shipped({ parcel: 'delivered', stage: 'shipped', date_adipose_shipped_to_lab: '2026-03-01' })).toMatchObject({
    state: 'now',
    note: 'Parcel: Delivered.',
  })
  const received = { stage: 'received', parcel: 'received', date_adipose_received_by_lab: '2026-03-03' } as const
  expect(shipped(received)?.note).toBeUndefined()
})
