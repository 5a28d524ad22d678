/** Queues a job of a task that only the test has: `enqueue` accepts the tasks of the portal only. */
import type { TestPortal } from './test-portal.ts'

export const addJob = async ({ owner, domainId }: Pick<TestPortal, 'owner' | 'domainId'>, task: string, data: object) => {
  await owner.query('select graphile_worker.add_job($1, $2::json)', [task, JSON.stringify({ domain_id: domainId, data })])
}
