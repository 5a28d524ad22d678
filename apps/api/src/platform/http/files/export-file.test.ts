/** A file is made as fast as its reader takes it, so that its length costs no memory. */
import { EventEmitter, once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { SYSTEM_ACTOR } from '#api/db/db.ts'
import type { Cell } from '#api/platform/export/cell.ts'
import { type ExportContext, exportFile } from './export-file.ts'

const BATCHES = 500

const context = {
  transact: async (work: (db: object) => unknown) => work({ auditEntries: [], auditActor: SYSTEM_ACTOR }),
  reply: { header: () => {}, raw: new EventEmitter() },
} as unknown as ExportContext

test.each([
  ['CSV', {}],
  ['a spreadsheet', { sheet: 'Users', count: BATCHES * 100 }],
])('the rows wait for a reader who pauses: %s', async (_what, form) => {
  let made = 0
  async function* batches() {
    while (made < BATCHES) {
      made += 1
      // No two cells are alike, so that they stay large when they are compressed.
      yield { rows: Array.from({ length: 100 }, (): Cell[] => [crypto.randomUUID(), crypto.randomUUID()]) }
    }
  }
  const columns = [{ header: 'One' }, { header: 'Other' }]
  const event = { type: 'accounts.exported' } as const
  const file = await exportFile(context, { name: 'users', columns, batches: batches(), event, ...form })
  await once(file, 'readable')
  file.read()
  for (let before = -1; before < made; await pause(100)) before = made
  expect(made).toBeGreaterThan(0)
  expect(made).toBeLessThan(BATCHES / 5)
  file.destroy()
})
