import { expect, test } from 'vitest'
import { choiceFilter, linkedFilter } from './choice-filter.tsx'

const centers = () => ({ choices: [{ id: 3, name: 'Cedar Clinic' }], state: 'loaded' as const })
const center = choiceFilter('center', 'Harvest center', centers)

test('the chip of a filter names the chosen record, and one that is not among the choices by its number', () => {
  expect(center.useChip({ center: 3 })).toBe('Harvest center: Cedar Clinic')
  expect(center.useChip({ center: 7 })).toBe('Harvest center: #7')
  expect(center.useChip({})).toBeUndefined()
})

test('the chip of a record that only links choose has the name of its query', () => {
  const patient = linkedFilter('patient', { label: 'Patient', useName: (id) => id && `Nora ${id}` })
  expect(patient.useChip({ patient: 7 })).toBe('Patient: Nora 7')
  expect(patient.useChip({})).toBeUndefined()
})
