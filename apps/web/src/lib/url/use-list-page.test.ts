import { expect, test, vi } from 'vitest'
import type { ListFilter } from './list-filter.tsx'
import { asDay, asId, asText } from './search-params.ts'
import { listPageOf, type PageOptions } from './use-list-page.ts'

interface Filter {
  search?: string
  tag?: number
  date_after?: string
  date_before?: string
}

const useNothing = () => undefined
const filters: ListFilter[] = [
  { keys: { search: asText }, useChip: useNothing },
  { keys: { tag: asId }, useChip: useNothing },
  { keys: { date_after: asDay, date_before: asDay }, useChip: useNothing },
]
const labelsOf = ({ search, tag, date_after }: Record<string, unknown>) => [
  search ? `Search: ${search}` : undefined,
  tag ? `Tag: #${tag}` : undefined,
  date_after ? 'Some days' : undefined,
]

function pageFor(search: Record<string, unknown>, options: Partial<PageOptions> = {}) {
  const changeUrl = vi.fn()
  return { page: listPageOf<Filter>({ pageSize: 10, filters, ...options }, search, labelsOf(search), changeUrl), changeUrl }
}

test('asks the server with the filters and the page, not with other keys of the URL', () => {
  const { page } = pageFor({ search: 'cedar', offset: 20, user: 7 })
  expect(page.query).toEqual({ search: 'cedar', offset: 20, limit: 10 })
})

test('reads texts of the URL as the values that the filters take, and leaves out what is none', () => {
  expect(pageFor({ search: 1234, tag: '3', offset: '40' }).page.query).toEqual({ search: '1234', tag: 3, offset: 40, limit: 10 })
  const { page } = pageFor({ tag: 'all', date_after: 'today', offset: -1, limit: 101, sort: 'name; drop' })
  expect(page.query).toEqual({ offset: 0, limit: 10 })
})

test('has a chip for each active filter, in the order of the list', () => {
  const { page } = pageFor({ search: 'cedar', tag: 3, offset: 20 })
  expect(page.chips.map(({ label }) => label)).toEqual(['Search: cedar', 'Tag: #3'])
  const ordered = pageFor({ search: 'cedar', tag: 3, date_after: '2026-01-01' }, { chipOrder: ['date_after', 'tag'] })
  expect(ordered.page.chips.map(({ label }) => label)).toEqual(['Some days', 'Tag: #3', 'Search: cedar'])
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

test('begins a page of a list without a count at a row, and a changed filter at the first one', () => {
  const { page, changeUrl } = pageFor({ before: 7, offset: 20, tag: 3 }, { isCursor: true })
  expect(page.query).toEqual({ before: 7, limit: 10, tag: 3 })
  expect(page.isFirst).toBe(false)
  page.go?.({ after: 9 })
  page.change({ tag: 4 })
  expect(changeUrl.mock.calls.map(([part]) => part)).toEqual([
    { before: undefined, after: 9 },
    { before: undefined, after: undefined, tag: 4 },
  ])
})

test('takes the texts of a saved view as the values that the URL has, and forgets filters that the view does not name', () => {
  const { page, changeUrl } = pageFor({ search: 'cedar' })
  page.onSettings?.({ tag: '3', limit: '100', user: '7' })
  const [part] = changeUrl.mock.lastCall ?? []
  expect(part).toMatchObject({ search: undefined, tag: 3, limit: 100, sort: undefined, offset: undefined })
  expect(part).not.toHaveProperty('user')
})
