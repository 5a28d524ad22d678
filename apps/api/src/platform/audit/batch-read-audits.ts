/**
 * Audits reads in batches. Every read of patient data is audited before the data leaves. Entries that arrive while a batch
 * is being written go into the next batch, so a busy server needs few transactions.
 */
import type pg from 'pg'
import { appendAudit } from '#api/db/append-audit.ts'
import { awaitDatabase, outsideRequests } from '#api/db/connection/database-silence.ts'
import type { AuditEntry } from '#api/db/db.ts'

interface PendingEntry {
  entry: AuditEntry
  done: () => void
  failed: (error: unknown) => void
}

const MAX_BATCH = 200

export interface ReadAudits {
  /** Resolves when the entry is on disk. */
  append(domainId: number, entry: AuditEntry): Promise<void>
}

export function batchReadAudits(pool: pg.Pool): ReadAudits {
  const queues = new Map<number, PendingEntry[]>()
  const writing = new Set<number>()

  /** Never rejects, because its promise is not awaited. */
  const write = async (domainId: number) => {
    writing.add(domainId)
    for (let batch = take(domainId); batch.length > 0; batch = take(domainId)) {
      try {
        const entries = batch.map(({ entry }) => entry)
        await outsideRequests(() => appendAudit(pool, domainId, entries))
        for (const { done } of batch) done()
      } catch (error) {
        for (const { failed } of batch) failed(error)
      }
    }
    writing.delete(domainId)
    queues.delete(domainId)
  }
  const take = (domainId: number) => queues.get(domainId)?.splice(0, MAX_BATCH) ?? []

  const written = (domainId: number, entry: AuditEntry) =>
    new Promise<void>((done, failed) => {
      const queue = queues.get(domainId) ?? []
      queues.set(domainId, queue)
      queue.push({ entry, done, failed })
      if (!writing.has(domainId)) void write(domainId)
    })
  return { append: (domainId, entry) => awaitDatabase(written(domainId, entry), { answers: true }) }
}
