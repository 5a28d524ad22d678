/** The console's commands for the job queue. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { describeQueue } from './commands/jobs.ts'
import { retryJobs } from './commands/jobs-retry.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(() => portal.owner.query('delete from graphile_worker._private_jobs'))

/** Queues a job and lets it use up its attempts. */
async function aDeadJob(error: string): Promise<number> {
  await portal.seed((db) => db.enqueue('sessions.send_password_link', { user_id: 1, reason: 'reset' }))
  const { rows } = await portal.owner.query(
    'update graphile_worker._private_jobs set attempts = max_attempts, last_error = $1 where attempts = 0 returning id',
    [error],
  )
  return Number(rows[0].id)
}

test('lists dead jobs with their task, domain and redacted error, and retries them', async () => {
  expect(await describeQueue(portal.owner)).toEqual(['0 ready, 0 scheduled, 0 running, 0 dead'])
  const id = await aDeadJob('Refused for ada@patients.example\n    at somewhere')
  const [counts, line, ...more] = await describeQueue(portal.owner)
  expect([counts, more]).toEqual(['0 ready, 0 scheduled, 0 running, 1 dead', []])
  expect(line).toMatch(
    new RegExp(`^${id}\\tsessions\\.send_password_link\\tacme\\t12 attempts, last \\S+\\tRefused for \\[email\\]$`),
  )

  const other = await aDeadJob('other')
  await expect(retryJobs(portal.owner, other + 1)).rejects.toThrow(new StartFailure(`There is no dead job ${other + 1}.`))
  expect(await retryJobs(portal.owner, other)).toBe(1)
  await expect(retryJobs(portal.owner, other)).rejects.toThrow(StartFailure)
  expect(await retryJobs(portal.owner)).toBe(1)
  expect(await describeQueue(portal.owner)).toEqual(['2 ready, 0 scheduled, 0 running, 0 dead'])
})

test('counts a job on its last attempt as running, not dead', async () => {
  const id = await aDeadJob('once more')
  await portal.owner.query(`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'somebody' where id = $1`, [
    id,
  ])
  expect((await describeQueue(portal.owner))[0]).toMatch(/, 1 running, 0 dead$/)
  await expect(retryJobs(portal.owner, id)).rejects.toThrow(`There is no dead job ${id}.`)
})
