/** Appends audit entries in a transaction of their own, in one round trip. */
import type pg from 'pg'
import { StatementBatch } from './connection/statement-batch.ts'
import type { AuditEntry } from './db.ts'

const setDomain = `select set_config('app.domain_id', $1, true)`

export async function appendAudit(pool: pg.Pool, domainId: number, entries: AuditEntry[]): Promise<void> {
  const entriesJson = JSON.stringify(entries)
  const client = await pool.connect()
  const batch = new StatementBatch(client)
  const statements = [
    batch.add({ text: setDomain, values: [domainId] }),
    batch.add({ text: 'select append_audit($1)', values: [entriesJson] }),
  ]
  const [succeeded] = await Promise.all([batch.send(), Promise.allSettled(statements)])
  client.release(!succeeded)
  await Promise.all(statements)
}
