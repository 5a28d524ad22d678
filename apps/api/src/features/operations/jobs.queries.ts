/** Jobs of all domains. The database shows them to admins of the installation only (187-operations.sql). */
import type { JobFilter, Jobs } from '@vialdesk/contract/business/operations'
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/kernel/fail.ts'

/** Jobs do not exist for other admins. */
export async function assertRunsInstallation(db: Db): Promise<void> {
  const [found] = await db.rows<{ runs: boolean }>('select runs_installation() as runs', [])
  if (!found?.runs) fail('not_found')
}

export async function findJobs(db: Db, { state, task, limit, offset }: JobFilter): Promise<Jobs> {
  const values = [state ?? null, task || null, limit, offset]
  const [found] = await db.rows<{ jobs: Jobs }>('select find_jobs($1, $2, $3, $4) as jobs', values)
  return found?.jobs ?? fail('not_found')
}
