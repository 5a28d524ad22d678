/** The background jobs of all domains, for admins of the installation. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { runConsole } from './journey/second-domain.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'
import { PASSWORD } from './journey/users.ts'

const addDeadJobPath = path.resolve(import.meta.dirname, '../api/src/testing/add-dead-job.ts')
const addDeadJob = (task: string) => promisify(execFile)(process.execPath, [addDeadJobPath, process.env.E2E_DATA_DIR ?? '', task])

test('an admin of the installation finds a dead job and retries it', async ({ signedIn, rows }) => {
  const task = `journey.${rows.uniqueName('job').replaceAll(/\W/g, '_')}`
  await addDeadJob(task)
  const admin = await signedIn('admin')
  const row = () => listRows(admin, 'Background jobs', task)

  await test.step('the job is found by its task, and its data and error text are not shown', async () => {
    await admin.goto('/background-jobs')
    await expect(admin.getByRole('heading', { name: 'Background Jobs' })).toBeVisible()
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
  })

  await test.step('a phone shows cards in the dark, and a state without jobs says so', async () => {
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(row()).toBeVisible()
    await expectAccessible(admin)
    await admin.goto(`/background-jobs?task=${task}&state=dead`)
    await expect(admin.getByText('No results')).toBeVisible()
  })

  await test.step('the audit names the admin who retried it', async () => {
    await admin.setViewportSize({ width: 1440, height: 900 })
    await admin.goto('/audit?type=job.retried')
    await listRows(admin, 'Audit', 'Background job tried again').first().click()
    await expect(admin.getByRole('dialog').getByText(task)).toBeVisible()
  })
})

test('other admins neither see nor open the jobs, until the console appoints them', async ({ signedIn }) => {
  const account = { email: 'tomas.villanueva@demo.example', password: PASSWORD }
  const admin = await signedIn(account)
  const entry = admin.getByRole('link', { name: 'Background Jobs' })
  await admin.goto('/dashboard')
  await expect(admin.getByRole('link', { name: 'Audit' })).toBeVisible()
  await expect(entry).toHaveCount(0)
  await admin.goto('/background-jobs')
  await expect(admin).toHaveURL(/\/unauthorized/)

  await runConsole('admins', 'installation', 'add', 'demo', account.email)
  await admin.goto('/dashboard')
  await expect(entry).toBeVisible()
  await entry.click()
  await expect(admin.getByRole('heading', { name: 'Background Jobs' })).toBeVisible()

  await runConsole('admins', 'installation', 'remove', 'demo', account.email)
  await admin.goto('/dashboard')
  await expect(entry).toHaveCount(0)
})

test('jobs that cannot be loaded offer another try, and an empty queue says so', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  const calls = /\/api\/v1\/jobs\/\?/
  refusals.allow(500, '/api/v1/jobs/')
  await admin.route(calls, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }))
  await admin.goto('/background-jobs')
  await expect(admin.getByRole('button', { name: 'Try again' })).toBeVisible()
  await admin.unroute(calls)
  await admin.route(calls, (route) => route.fulfill({ json: { count: 0, waiting: 0, running: 0, dead: 0, results: [] } }))
  await admin.getByRole('button', { name: 'Try again' }).click()
  await expect(admin.getByText('All background work of the portal is done.')).toBeVisible()
})
