/** The rows of a page of each list, from the specification and not from the code. `everywhere/page-sizes.ts` compares the screens. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from './index.ts'

/** All users; and our own long lists. */
const TWENTY = [
  'GET /api/v1/users/all/',
  'GET /api/v1/vials/',
  'GET /api/v1/notices/',
  'GET /api/v1/conversations/',
  'GET /api/v1/assets/subscription/{id}/',
  'GET /api/v1/audit/',
  'GET /api/v1/jobs/',
]
/** Documents, harvest centers of a lab, vial history, centers of a rep; and our own requests and sign-ups. */
const FIVE = [
  'GET /api/v1/documents/',
  'GET /api/v1/processing-labs/{id}/harvestcenters/',
  'GET /api/v1/vials-history/user/{id}/',
  'GET /api/v1/harvest-centers/sales-rep/{id}/',
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/',
  'GET /api/v1/rhc-association/requests/',
  'GET /api/v1/sign-ups/',
]
/** Our own lists, which the specification does not have. */
const OTHERS = new Map([
  ['GET /api/v1/commissions/statements/{id}/', 25],
  ['GET /api/v1/commissions/leaderboard/', 25],
  ['GET /api/v1/vials/trace/{id}/', 100],
  ['GET /api/v1/conversations/{id}/messages/', 30],
])

const sizeOf = (key: string) => OTHERS.get(key) ?? (TWENTY.includes(key) ? 20 : FIVE.includes(key) ? 5 : 10)

const lists = Object.values(contract)
  .flatMap((feature) => Object.values(feature))
  .flatMap(({ key, query }) => (query instanceof z.ZodObject && 'limit' in query.shape ? [{ key, query }] : []))

test('the lists of this test exist', () => {
  const keys: string[] = lists.map(({ key }) => key)
  expect([...TWENTY, ...FIVE, ...OTHERS.keys()].filter((key) => !keys.includes(key))).toEqual([])
  expect(keys.length).toBeGreaterThan(50)
})

test.each(lists)('$key answers pages of the specified size, and of 100 at most', ({ key, query }) => {
  const parse = (given: object) => query.safeParse(given)
  expect(parse({}).data).toMatchObject({ limit: sizeOf(key) })
  expect([parse({ limit: '100' }).success, parse({ limit: '101' }).success, parse({ limit: '0' }).success]).toEqual([
    true,
    false,
    false,
  ])
})
