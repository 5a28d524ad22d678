import { expect, test, vi } from 'vitest'
import { type ListFilter, listPageOf, periodFilter, searchFilter } from './use-list-page.ts'

interface Filter {
  search?: string
  tag?: number
  date_after?: string
  date_before?: string
}

const filtersOf = (filter: Filter): ListFilter<Filter>[] => [
  searchFilter(filter),
  { keys: ['tag'], label: filter.tag && `Tag: #${filter.tag}` },
  periodFilter(filter),
]

function pageFor(search: Filter & { offset?: number; limit?: number; sort?: string; user?: number }) {
  const changeUrl = vi.fn()
  return { page: listPageOf(10, filtersOf, search, changeUrl), changeUrl }
}

test('asks the server with the filters and the page, not with other keys of the URL', () => {
  const { page } = pageFor({ search: 'cedar', offset: 20, user: 7 })
  expect(page.query).toEqual({ search: 'cedar', offset: 20, limit: 10 })
})

test('has a chip for each active filter', () => {
  const { page } = pageFor({ search: 'cedar', tag: 3, offset: 20 })
  expect(page.chips.map(({ label }) => label)).toEqual(['Search: cedar', 'Tag: #3'])
  expect(pageFor({ offset: 20, user: 7 }).page.chips).toEqual([])
})

test('removes only the filter of the chip and goes back to the first page', () => {
  const { page, changeUrl } = pageFor({ tag: 3, date_after: '2026-01-01', date_before: '2026-01-05', offset: 20 })
  for (const chip of page.chips) chip.onRemove()
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([
    { offset: undefined, tag: undefined },
    { offset: undefined, date_after: undefined, date_before: undefined },
  ])
})

test('clears its own filters and leaves the rest of the URL', () => {
  const { page, changeUrl } = pageFor({ search: 'cedar', user: 7 })
  page.clear()
  const [part] = changeUrl.mock.calls[0] ?? []
  expect(Object.keys(part)).toEqual(['offset', 'search', 'tag', 'date_after', 'date_before'])
})

test('leaves the first page out of the URL', () => {
  const { page, changeUrl } = pageFor({ offset: 20 })
  page.onPage(0)
  page.onPage(30)
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([{ offset: undefined }, { offset: 30 }])
})

test('asks for another order from the first row on', () => {
  const { page, changeUrl } = pageFor({ sort: '-name', offset: 20 })
  expect(page.query).toEqual({ sort: '-name', offset: 20, limit: 10 })
  page.onSort?.('joined')
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([{ offset: undefined, sort: 'joined' }])
})

test('keeps the first row on the page when the page size changes', () => {
  const { page, changeUrl } = pageFor({ offset: 30 })
  page.onLimit?.(20)
  page.onLimit?.(100)
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([
    { limit: 20, offset: 20 },
    { limit: 100, offset: undefined },
  ])
})

test("leaves the list's own page size out of the URL", () => {
  const { page, changeUrl } = pageFor({ limit: 50, offset: 50 })
  expect(page.query).toEqual({ offset: 50, limit: 50 })
  page.onLimit?.(10)
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([{ limit: undefined, offset: 50 }])
})
