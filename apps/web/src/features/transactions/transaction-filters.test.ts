import { expect, test } from 'vitest'
import { transactionFilters } from './transaction-filters.ts'

const names = {
  harvest_center_id: 'Cedar Clinic',
  referral_harvest_center_id: '',
  patient_id: '#7',
  sales_rep_id: 'Elena Navarro',
  sales_manager_id: '',
  sales_distributor_id: '',
  product_id: 'Vials',
}

test('names the parties on the chips of active filters', () => {
  const filters = transactionFilters({ search: 'cedar', harvest_center_id: 3, patient_id: 7 }, names)
  expect(filters.map(({ label }) => label).filter(Boolean)).toEqual([
    'Search: cedar',
    'Harvest center: Cedar Clinic',
    'Patient: #7',
  ])
})
