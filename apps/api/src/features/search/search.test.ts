import { contract } from '@vialdesk/contract'
import { expect, test } from 'vitest'
import { searchRouter } from './search.routes.ts'

test('has a route for each call of search and no other', () => {
  expect(Object.keys(searchRouter).sort()).toEqual(Object.keys(contract.search).sort())
})
