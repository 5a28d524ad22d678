/**
 * The heads of the audit in the file store: a second place, so that a person who can only change the database cannot cut or rewrite the
 * chain unseen. There is one small file for each domain and day. It is never overwritten. It carries a keyed hash, so that a person who
 * can only change the file store cannot make the portal believe another head.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { KeptHead, WrongHead } from '#api/db/verify-audit.ts'
import { deriveKey } from '#api/platform/crypto/derive-key.ts'
import { FileMissing, type FileStore } from '#api/platform/ports/files.ts'

const Kept = z.object({
  domain_id: z.number().int(),
  day: z.iso.date(),
  last_id: z.number().int().positive(),
  last_hash: z.string().regex(/^[0-9a-f]{64}$/),
  mac: z.string().regex(/^[0-9a-f]{64}$/),
})

const DAY_MS = 24 * 60 * 60 * 1000
/** Days that are always looked at, because the time of the first row may be forged. */
const LEAST_DAYS = 92
const FILES_AT_ONCE = 16

export const dayOf = (time: number | Date) => new Date(time).toISOString().slice(0, 10)

/** A head as it was kept, or why the file of the day is not believed. */
type FoundHead = { head: KeptHead } | { wrong: WrongHead }

const DAMAGED = 'the file is damaged, or was not written by this portal'

/**
 * The files of one SECRET_KEY. Their names contain a mark of the key, so a new key has its own files: `secret-key replace` writes them
 * and overwrites none, and a second installation on the same store takes no name.
 */
export function headFiles(files: FileStore, secretKey: string) {
  const key = deriveKey(secretKey, 'kept heads 1 key')
  const mark = deriveKey(secretKey, 'kept heads 1 mark', 4).toString('hex')
  const keyOf = (domainId: number, day: string) => `${domainId}/audit-heads/audit-head-${day}-${mark}.json`
  const macOf = (domainId: number, { day, last_id, last_hash }: KeptHead) =>
    createHmac('sha256', key)
      .update(JSON.stringify([domainId, day, last_id, last_hash]))
      .digest()
  return {
    /** Throws only if the store fails. */
    async find(domainId: number, day: string): Promise<FoundHead | undefined> {
      try {
        const { stream } = await files.open(keyOf(domainId, day))
        const { domain_id, mac, ...head } = Kept.parse(JSON.parse(await text(stream)))
        const isOurs = timingSafeEqual(macOf(domainId, head), Buffer.from(mac, 'hex'))
        if (isOurs && domain_id === domainId && head.day === day) return { head }
      } catch (error) {
        if (error instanceof FileMissing) return undefined
        if (!(error instanceof z.ZodError || error instanceof SyntaxError)) throw error
      }
      return { wrong: { day, reason: DAMAGED } }
    },
    async put(domainId: number, head: KeptHead): Promise<void> {
      const kept: z.infer<typeof Kept> = { domain_id: domainId, ...head, mac: macOf(domainId, head).toString('hex') }
      await files.put(keyOf(domainId, head.day), Buffer.from(JSON.stringify(kept)), { type: 'application/json', maxBytes: 1000 })
    },
  }
}

export type HeadFiles = ReturnType<typeof headFiles>

const FIRST_ROW = 'select at from audit_log where domain_id = $1 order by id limit 1'

export interface KeptHeads {
  /** Oldest first. */
  heads: KeptHead[]
  /** Days whose file is not believed. */
  wrong: WrongHead[]
}

/** All heads of the domain that were kept. Call it before the transaction that verifies the chain begins. */
export async function readKeptHeads(transact: RunInTransaction, files: HeadFiles, domainId: number): Promise<KeptHeads> {
  const [first] = await transact((db) => db.rows<{ at: string }>(FIRST_ROW, [domainId]))
  const today = Date.parse(dayOf(Date.now()))
  const oldest = Math.min(today - LEAST_DAYS * DAY_MS, first ? Date.parse(dayOf(Date.parse(first.at))) : today)
  const days = Array.from({ length: (today - oldest) / DAY_MS + 1 }, (_, n) => dayOf(oldest + n * DAY_MS))
  const kept: KeptHeads = { heads: [], wrong: [] }
  for (let at = 0; at < days.length; at += FILES_AT_ONCE) {
    const found = await Promise.all(days.slice(at, at + FILES_AT_ONCE).map((day) => files.find(domainId, day)))
    for (const each of found) {
      if (each && 'head' in each) kept.heads.push(each.head)
      else if (each) kept.wrong.push(each.wrong)
    }
  }
  return kept
}

/** Writes the heads of the old key for the new one, before the key is replaced. Returns how many there are. It may be repeated. */
export async function signHeadsAgain(
  transact: RunInTransaction,
  { from, to }: { from: HeadFiles; to: HeadFiles },
  domainId: number,
): Promise<number> {
  const { heads } = await readKeptHeads(transact, from, domainId)
  for (const head of heads) if (!(await to.find(domainId, head.day))) await to.put(domainId, head)
  return heads.length
}
