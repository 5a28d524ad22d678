import { membershipIds, type WorkingRole } from '@vialdesk/contract/base/roles'
import { expect, test } from 'vitest'
import { listFor } from './list-of-user.ts'

test.each<[WorkingRole, keyof typeof membershipIds, string | undefined]>([
  ['admin', 'patient', 'Patients /all-patients'],
  ['admin', 'harvest_center', 'Harvest Centers /all-harvest-centers'],
  ['admin', 'sales_rep', 'Sales /all-sales'],
  ['lab', 'patient', 'Patients /lab-patients'],
  ['sales_manager', 'harvest_center', 'Team Centers /team-centers'],
  ['harvest_center', 'lab', undefined],
])('for the reader %s, the page of a %s is below %s', (reader, membership, list) => {
  const found = listFor(reader)({ active: true, subscription: membershipIds[membership] })
  expect(found && `${found.label} ${found.to}`).toBe(list)
})

test('a deactivated user is below the inactive users', () => {
  expect(listFor('admin')({ active: false, subscription: membershipIds.lab })?.to).toBe('/inactive-users')
})
