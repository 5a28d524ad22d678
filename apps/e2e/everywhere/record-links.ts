/** Names in lists lead to records. No link that a reader gets ends at "not found". */
import { expect, type Page } from '@playwright/test'
import type { Rows } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'

/** The beginnings of the links to each kind of record, and of the call that answers the record. */
const CALLS = {
  '/users/': '/api/v1/users/',
  '/receipt/': '/api/v1/transactions/',
  '/labels/': '/api/v1/fedex-requests/',
  '/vials/': '/api/v1/vials/find/',
}
const LINKS = Object.keys(CALLS)
  .map((start) => `main :is(tr, li) a[href^="${start}"]`)
  .join()

/** More than the names in one row. */
const SOME = 5

/** The first links to records on the open screen. */
export const recordLinks = (page: Page): Promise<string[]> =>
  page
    .locator(LINKS)
    .evaluateAll(
      (links, some) => [...new Set((links as HTMLAnchorElement[]).map(({ pathname }) => pathname))].slice(0, some),
      SOME,
    )

/** Each of the links leads to a record that the reader may read. Every reader has some. */
export async function expectRecords(rows: Rows, reader: DemoUser, links: ReadonlySet<string>): Promise<void> {
  expect(links.size).toBeGreaterThan(0)
  for (const link of links)
    for (const [start, call] of Object.entries(CALLS))
      if (link.startsWith(start)) await rows.call(reader, 'GET', `${call}${link.slice(start.length)}/`)
}
