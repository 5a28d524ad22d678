import { expect, test, vi } from 'vitest'
import { chipsOf } from './transaction-chips.ts'

const names = {
  harvest_center_id: 'Cedar Clinic',
  referral_harvest_center_id: '',
  patient_id: '#7',
  sales_rep_id: 'Elena Navarro',
  sales_manager_id: '',
  sales_distributor_id: '',
  product_id: 'Vials',
}

test('shows a named chip for each active filter', () => {
  const filter = { search: 'cedar', harvest_center_id: 3, patient_id: 7, offset: 20 }
  expect(chipsOf(filter, names, () => {}).map(({ label }) => label)).toEqual([
    'Search: cedar',
    'Harvest center: Cedar Clinic',
    'Patient: #7',
  ])
})

test('a chip removes only its own filter', () => {
  const change = vi.fn()
  for (const chip of chipsOf({ date_after: '2026-01-01', date_before: '2026-01-05', product_id: 2 }, names, change))
    chip.onRemove()
  expect(change.mock.calls).toEqual([[{ date_after: undefined, date_before: undefined }], [{ product_id: undefined }]])
})

test('shows no chips without filters', () => {
  expect(chipsOf({ offset: 10 }, names, () => {})).toEqual([])
})
