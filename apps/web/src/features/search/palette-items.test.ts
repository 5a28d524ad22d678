import { expect, test } from 'vitest'
import { resultItems } from './palette-items.ts'

test('opens a shipment of vials on the vials of its patient', () => {
  const found = resultItems([{ kind: 'vial_entry', key: '12', title: '4 vials', context: 'Patient 12', patient_id: 12 }], 'lab')
  expect(found.map(({ path }) => path)).toEqual(['/users/12?tab=vials'])
})
