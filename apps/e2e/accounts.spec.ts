import { expectAccessible } from './accessible.ts'
import { expect, type Page, test } from './journey.ts'
import { choose, rowsOf } from './tables.ts'

const USERS = 'Everyone of this portal'
const USERS_CALL = '/api/v1/users/all/'

const filters = async (page: Page) => {
  await page.getByRole('button', { name: /^Filters/ }).click()
  return page.getByRole('dialog', { name: 'Filters' })
}

test('the users table turns pages and keeps its place in the address', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await expect(rowsOf(admin, USERS)).toHaveCount(20)
  await admin.getByRole('button', { name: 'Page 2' }).click()
  await expect(admin).toHaveURL('/dashboard?offset=20')
  await expect(admin.getByText(/^21–40 of/)).toBeVisible()
  await admin.reload()
  await expect(admin.getByText(/^21–40 of/), 'the address holds the page').toBeVisible()
})

test('users are narrowed by membership and words, in chips and in the address', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/dashboard')
  await choose((await filters(admin)).getByRole('combobox', { name: 'Membership' }), 'Lab')
  await expect(admin).toHaveURL('/dashboard?membership=1')
  await admin.keyboard.press('Escape')
  await expect(rowsOf(admin, USERS)).toHaveCount(2)
  const active = admin.getByRole('group', { name: 'Active filters' })
  await expect(active).toContainText('Membership: Lab')
  await admin.getByRole('searchbox', { name: 'Search users' }).fill('Bakshi')
  await expect(admin).toHaveURL('/dashboard?membership=1&search=Bakshi')
  await expect(rowsOf(admin, USERS)).toHaveCount(1)
  await admin.reload()
  await expect(rowsOf(admin, USERS, 'Meridian West Laboratory')).toHaveCount(1)
  await active.getByRole('button', { name: 'Remove Search: Bakshi' }).click()
  await expect(rowsOf(admin, USERS)).toHaveCount(2)
  await active.getByRole('button', { name: 'Clear all' }).click()
  await expect(admin).toHaveURL('/dashboard')
})

test('a search begins above three characters, when nothing was typed for 700 ms', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const asked: string[] = []
  admin.on('request', (request) => {
    const words = new URL(request.url()).searchParams.get('search')
    if (words) asked.push(words)
  })
  await admin.clock.install()
  await admin.goto('/dashboard')
  await expect(rowsOf(admin, USERS).first()).toBeVisible()
  await admin.clock.pauseAt(Date.now() + 60_000)
  const search = admin.getByRole('searchbox', { name: 'Search users' })
  await search.fill('Bak')
  await admin.clock.runFor(2000)
  expect(asked).toEqual([])
  await search.fill('Baks')
  await admin.clock.runFor(650)
  expect(asked).toEqual([])
  await search.fill('Baksh')
  await admin.clock.runFor(650)
  expect(asked).toEqual([])
  await admin.clock.runFor(100)
  await expect.poll(() => asked).toEqual(['Baksh'])
})

test('an admin opens a user, mends it, and finds it mended', async ({ signedIn, rows }) => {
  const patient = await rows.patient()
  const admin = await signedIn('admin')
  await admin.goto(`/dashboard?search=${encodeURIComponent(patient.last_name)}`)
  await rowsOf(admin, USERS)
    .getByRole('button', { name: `Ada ${patient.last_name}` })
    .click()
  await expect(admin, 'the address holds the open user').toHaveURL(new RegExp(`user=${patient.id}`))
  const drawer = admin.getByRole('dialog', { name: patient.last_name })
  await expect(drawer).toContainText(patient.email)
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByLabel('First Name').fill('')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByLabel('First Name')).toHaveAccessibleDescription('This field is required.')
  await drawer.getByLabel('First Name').fill('Adelheid')
  await drawer.getByLabel('Phone').fill('+1 555 010 3344')
  await choose(drawer.getByRole('combobox', { name: 'Harvest center', exact: true }), 'Summit Longevity Clinic')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByText('Record has been updated!')).toBeVisible()
  await expect(drawer.getByRole('form'), 'it closes by itself').toBeHidden()
  await admin.reload()
  await expect(drawer).toContainText('Adelheid')
  await expect(drawer).toContainText('Summit Longevity Clinic')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await expect(rowsOf(admin, USERS, 'Adelheid')).toHaveCount(1)
})

test('two admins at once: the second learns of the first, and overwrites nothing', async ({ signedIn, rows, refusals }) => {
  const patient = await rows.patient()
  const [one, other] = [await signedIn('admin'), await signedIn('admin')]
  for (const page of [one, other]) {
    await page.goto(`/dashboard?user=${patient.id}`)
    await page.getByRole('dialog').getByRole('button', { name: 'Edit', exact: true }).click()
  }
  await one.getByLabel('City').fill('Lisbon')
  await one.getByRole('button', { name: 'Save' }).click()
  await expect(one.getByText('Record has been updated!')).toBeVisible()
  refusals.expect(409, `/api/v1/users/${patient.id}/`)
  await other.getByLabel('City').fill('Porto')
  await other.getByRole('button', { name: 'Save' }).click()
  const failure = other.getByRole('alert')
  await expect(failure).toContainText('Looks like something went wrong. Someone else changed this in the meantime.')
  await expect(failure, 'it goes after 3 seconds').toBeHidden()
  await expect(other.getByLabel('City'), 'what was typed stays').toHaveValue('Porto')
})

test('a list says when nothing fits, when nothing is there, and when it fails', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  await admin.goto('/dashboard?search=nobodyiscalledthis')
  await expect(admin.getByText('No results')).toBeVisible()
  await admin.getByRole('button', { name: 'Clear filters' }).click()
  await expect(rowsOf(admin, USERS)).toHaveCount(20)

  await admin.route(`**${USERS_CALL}*`, (route) => route.fulfill({ json: { count: 0, results: [] } }))
  await admin.reload()
  await expect(admin.getByText("Empty table. There's nothing to show")).toBeVisible()

  refusals.expect(500, USERS_CALL)
  await admin.route(`**${USERS_CALL}*`, (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong. Nothing was saved.', code: 'internal' } }),
  )
  await admin.reload()
  const failed = admin.getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await expect(failed).toContainText('Something went wrong on our side. Please try again.')
  await expectAccessible(admin)
  await admin.unroute(`**${USERS_CALL}*`)
  await failed.getByRole('button', { name: 'Try again' }).click()
  await expect(rowsOf(admin, USERS)).toHaveCount(20)
})

test('a list that is slow shows its shape first', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const { promise, resolve: go } = Promise.withResolvers<void>()
  await admin.route(`**${USERS_CALL}*`, async (route) => {
    await promise
    await route.continue()
  })
  await admin.goto('/dashboard')
  await expect(admin.getByRole('main').getByRole('status')).toHaveText('Loading…')
  go()
  await expect(rowsOf(admin, USERS)).toHaveCount(20)
})
