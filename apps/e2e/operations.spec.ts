/** The background jobs of all domains, for admins of the installation. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

/** A job whose attempts have all failed. No worker has a task of this name, so the job also stays after a retry. */
const ADD_DEAD_JOB = `
  select id from graphile_worker.add_job($1, '{"domain_id": 1, "data": {"name": "Ada Secret"}}', max_attempts => 3)`
const LET_IT_FAIL = `
  update graphile_worker._private_jobs set attempts = 3, last_error = '[ECONNREFUSED] Ada Secret has no mail' where id = $1`

test('an admin of the installation finds a dead job and retries it', async ({ signedIn, owner, rows }) => {
  // The jobs are those of all journeys.
  const task = `journey.${rows.uniqueName('job').replaceAll(/\W/g, '_')}`
  const { rows: added } = await owner.query(ADD_DEAD_JOB, [task])
  await owner.query(LET_IT_FAIL, [added[0].id])
  const admin = await signedIn('admin')
  const row = () => listRows(admin, 'Background jobs', task)

  await test.step('an empty queue says so', async () => {
    const none = { count: 0, waiting: 0, running: 0, dead: 0, results: [] }
    const calls = /\/api\/v1\/jobs\/\?/
    await admin.route(calls, (route) => route.fulfill({ json: none }))
    await admin.goto('/background-jobs')
    await expect(admin.getByText('All background work of the portal is done.')).toBeVisible()
    await admin.unroute(calls)
    await expect(admin.getByRole('link', { name: 'Background Jobs', includeHidden: true })).toHaveCount(1)
  })

  await test.step('the job is found by its task, and its data and error text are not shown', async () => {
    await admin.getByRole('searchbox', { name: 'Search tasks' }).fill(task)
    await expect(admin).toHaveURL(/task=journey/)
    await expect(listRows(admin, 'Background jobs')).toHaveCount(1)
    await expect(row()).toContainText(/Meridian Cell Bank.*Dead.*3 of 3.*ECONNREFUSED/)
    await expect(admin.getByText('Ada Secret')).toHaveCount(0)
    await expectAccessible(admin)
  })

  await test.step('a retry lets it wait for a worker again', async () => {
    await chooseRowAction(admin, row(), 'Retry now')
    await expect(admin.getByText('The job will run again now.')).toBeVisible()
    await expect(row()).toContainText(/Waiting.*0 of 3/)
    await openWithin(admin, `/background-jobs?task=${task}&state=dead`)
    await expect(admin.getByText('No results')).toBeVisible()
  })

  await test.step('the audit names the admin who retried it', async () => {
    await openWithin(admin, '/audit?type=job.retried')
    await listRows(admin, 'Audit', 'Background job tried again').first().click()
    await expect(admin.getByRole('dialog').getByText(task)).toBeVisible()
  })
})
