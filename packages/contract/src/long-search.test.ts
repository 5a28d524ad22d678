import { expect, test } from 'vitest'
import { isLongSearch, LongSearch, SHORT_SEARCH } from './base/primitives.ts'
import { contract } from './index.ts'

test.each(['', '   ', 'abc', 'Li Wong', '0', '7', '17', 'V-000', 'V-000001', 'ab 123', '李', '김', 'さ'])(
  'searches for %j',
  (text) => {
    expect(isLongSearch(text)).toBe(true)
  },
)
test.each(['a', 'ab', ' ab ', '%', '--', 'é', 'V-0', 'a b', 'a-b', 'a..', 'ab cd', '7 a', '...'])(
  'does not search for %j, in words',
  (text) => {
    expect(LongSearch.safeParse(text).error?.issues.map(({ message }) => message)).toEqual([SHORT_SEARCH])
  },
)

const { transactions, coupons, shipping } = contract
test.each([
  ...[transactions.list, transactions.totals, transactions.exportCsv, transactions.exportXlsx, transactions.ofRep],
  ...[transactions.ofManager, transactions.ofDistributor, transactions.ofReferralCenter, transactions.ofPatient],
  ...[shipping.purchasesOfCenter, coupons.list],
])('$key names the field of a text that is too short', ({ query }) => {
  expect(query.safeParse({ search: 'ab' }).error?.issues.map(({ path }) => path)).toEqual([['search']])
  expect(query.safeParse({ search: '12' }).success).toBe(true)
})
