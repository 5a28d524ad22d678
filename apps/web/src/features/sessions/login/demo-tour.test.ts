import { workingRoles } from '@vialdesk/contract/base/roles'
import { expect, test } from 'vitest'
import { stops } from './demo-tour.tsx'

test('the tour has one stop for each role, by the log-ins that the demo has', () => {
  expect(stops).toHaveLength(workingRoles.length)
  const accounts = ['admin', 'distributor', 'harvestcenter', 'lab', 'manager', 'patient', 'referral', 'salesrep', 'staff']
  expect(stops.map(({ account }) => account).toSorted()).toEqual(accounts)
})
