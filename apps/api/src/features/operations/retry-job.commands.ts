/** Every job is safe to repeat, so a waiting job may run early and a dead one again. */
import type { Db } from '#api/db/db.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Fails with `not_found` for a job that is gone, and for one that is running: its end is not known yet. */
export async function retryJob(db: Db, id: number): Promise<void> {
  const [job] = await db.rows<{ task: string; domain: number | null }>('select task, domain from retry_job($1)', [id])
  if (!job) fail('not_found', { message: 'This job is running or has finished.' })
  audit(db, { type: 'job.retried', after: { job: id, ...job } })
}
