import { expect, test } from 'vitest'
import { groupResources } from './group-resources.ts'

const resource = (id: number, ...sections: string[]) => ({ id, asset_name: `R${id}`, description: '', sections, assets: [] })

test('groups resources by the first page that the viewer may open, general ones first', () => {
  const resources = [
    resource(1, '/referral-patients'),
    resource(2, '/patients', '/dashboard'),
    resource(3),
    resource(4, '/no-such-page'),
    resource(5, '/dashboard'),
  ]
  const titles = (role: 'harvest_center' | 'sales_rep') =>
    groupResources(resources, role).map(({ title, resources: members }) => [title, members.map(({ id }) => id)])
  expect(titles('harvest_center')).toEqual([
    ['General', [3, 4]],
    ['Dashboard', [2, 5]],
    ['Referral Patients', [1]],
  ])
  expect(titles('sales_rep')).toEqual([
    ['General', [1, 3, 4]],
    ['Dashboard', [5]],
    ['Patients', [2]],
  ])
})
