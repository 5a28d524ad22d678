/**
 * The heads of the audit in the file store: a second place, so that a person who can only change the database cannot cut or rewrite the
 * chain unseen. There is one small file for each domain and day. It is never overwritten.
 */
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { FileMissing, type FileStore } from '#api/adapters/files/port.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { KeptHead } from '#api/db/verify-audit.ts'

const Kept = z.object({
  domain_id: z.number().int(),
  day: z.iso.date(),
  last_id: z.number().int().positive(),
  last_hash: z.string().regex(/^[0-9a-f]{64}$/),
})

const DAY_MS = 24 * 60 * 60 * 1000
/** Days that are always looked at, because the time of the first row may be forged. */
const LEAST_DAYS = 92
const FILES_AT_ONCE = 16

export const dayOf = (time: number | Date) => new Date(time).toISOString().slice(0, 10)

const keyOf = (domainId: number, day: string) => `${domainId}/audit-heads/audit-head-${day}.json`

async function findKeptHead(files: FileStore, domainId: number, day: string): Promise<KeptHead | undefined> {
  try {
    const { stream } = await files.open(keyOf(domainId, day))
    const { domain_id, ...head } = Kept.parse(JSON.parse(await text(stream)))
    if (domain_id === domainId && head.day === day) return head
  } catch (error) {
    if (error instanceof FileMissing) return undefined
    if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error
  }
  throw new Error(`The head of the audit that was kept on ${day} is damaged: ${keyOf(domainId, day)}`)
}

/** Keeps the head of the day. A second call on the same day answers what the first one kept. */
export async function keepHead(files: FileStore, domainId: number, head: KeptHead): Promise<KeptHead> {
  const kept = await findKeptHead(files, domainId, head.day)
  if (kept) return kept
  const content = Buffer.from(JSON.stringify({ domain_id: domainId, ...head } satisfies z.infer<typeof Kept>))
  await files.put(keyOf(domainId, head.day), content, { type: 'application/json', maxBytes: 1000 })
  return head
}

const FIRST_ROW = 'select at from audit_log where domain_id = $1 order by id limit 1'

/** All heads of the domain that were kept, oldest first. Call it before the transaction that verifies the chain begins. */
export async function readKeptHeads(transact: RunInTransaction, files: FileStore, domainId: number): Promise<KeptHead[]> {
  const [first] = await transact((db) => db.rows<{ at: string }>(FIRST_ROW, [domainId]))
  const today = Date.parse(dayOf(Date.now()))
  const oldest = Math.min(today - LEAST_DAYS * DAY_MS, first ? Date.parse(dayOf(Date.parse(first.at))) : today)
  const days = Array.from({ length: (today - oldest) / DAY_MS + 1 }, (_, n) => dayOf(oldest + n * DAY_MS))
  const kept: KeptHead[] = []
  for (let at = 0; at < days.length; at += FILES_AT_ONCE) {
    const found = await Promise.all(days.slice(at, at + FILES_AT_ONCE).map((day) => findKeptHead(files, domainId, day)))
    kept.push(...found.filter((head) => head !== undefined))
  }
  return kept
}
