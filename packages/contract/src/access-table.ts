/**
 * Who may make each call, drawn from the calls for pages. The build of the web app puts the rows in place of this module, without the calls
 * and their schemas (apps/web/bundle/access-table.ts). apps/api/src/every-call/calls.snapshot.txt shows all rows on one page.
 */
import type { Access } from './base/access.ts'
import { allCalls, type CallKey } from './index.ts'

export const accessTable = Object.fromEntries(allCalls.map(({ key, access }) => [key, access])) as Record<CallKey, Access>
