import type { Template } from '@vialdesk/contract/templates'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const USERS = 'All users'
const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })

test('an admin enters an account, sees it like its owner, and goes back', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await chooseRowAction(admin, listRows(admin, USERS, rep.last_name), 'Login As')
  await expect(banner(admin)).toContainText(`You are logged in as ${rep.first_name} ${rep.last_name}, as Miriam Thackeray.`)
  await expect(admin).toHaveURL(/\/dashboard$/)
  await expectAccessible(admin)
  await admin.goto('/all-transaction-report')
  await expect(admin, 'screens that the owner may not open stay closed').toHaveURL('/unauthorized')
  for (const own of ['/settings', '/password']) {
    await admin.goto(own)
    await expect(admin.getByText(`Only ${rep.first_name} ${rep.last_name} can change the password`)).toBeVisible()
    await expect(banner(admin)).toBeVisible()
  }
  await expect(admin.getByLabel('Current password')).toHaveCount(0)
  await admin.goto('/contact')
  await expect(
    admin.getByText('Go back to your own account to write to the business.'),
    'nobody speaks for another',
  ).toBeVisible()

  await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  await expect(admin, 'the place that was left').toHaveURL(/\/all-users\?search=/)
  await expect(banner(admin)).toHaveCount(0)
  await expect(listRows(admin, USERS).first(), 'the own account is complete again').toBeVisible()
})

test('an admin inside a center edits its template ID but not its email address', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const desk = await signedIn(center)
  await desk.goto('/hc-profile')
  await expect(desk.getByRole('textbox', { name: 'Email' })).toBeEditable()
  await expect(desk.getByLabel('Template ID'), 'the center cannot edit it').toHaveCount(0)
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${center.id}`)
  await chooseRowAction(admin, listRows(admin, USERS, center.company), 'Login As')
  await expect(banner(admin)).toBeVisible()
  await admin.goto('/hc-profile')
  await expect(admin.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
  await admin.getByLabel('Template ID').fill('tpl-2041')
  refusals.expect(422, `/api/v1/users/${center.id}/`)
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByLabel('Template ID')).toHaveAccessibleDescription('This template cannot be used here.')
  const { domain } = await rows.call<{ domain: { id: number } }>('admin', 'GET', '/domain/config/demo/')
  const { data } = await rows.call<{ data: Template[] }>('admin', 'GET', `/domain/file-signs/by-domain/${domain.id}/type/2/`)
  const template = data.find(({ group, center, is_active }) => group === 'attestation' && center === null && is_active === 1)
  await admin.getByLabel('Template ID').fill(String(template?.template_id))
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('Record has been updated!')).toBeVisible()
  await admin.reload()
  await expect(admin.getByLabel('Template ID')).toHaveValue(String(template?.template_id))
})

test('a second tab follows into the account and back', async ({ signedIn, rows }) => {
  const rep = await rows.rep()
  const admin = await signedIn('admin')
  const second = await admin.context().newPage()
  await second.goto('/settings')
  await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
  await admin.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await chooseRowAction(admin, listRows(admin, USERS, rep.last_name), 'Login As')
  await expect(banner(admin)).toBeVisible()
  await expect(banner(second), 'one browser never has two accounts').toBeVisible()
  await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeHidden()
  await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
  await expect(banner(admin)).toHaveCount(0)
  await expect(banner(second)).toHaveCount(0)
  await expect(second.getByRole('heading', { name: 'Your sessions' })).toBeVisible()
})

test('an inactive account can be read and not changed', async ({ signedIn, rows, refusals }) => {
  const center = await rows.center()
  const admin = await signedIn('admin')
  await rows.call('admin', 'GET', `/api/v1/users/set/inactive/${center.id}/`)
  await admin.goto('/inactive-users')
  await admin.getByRole('searchbox', { name: 'Search inactive users' }).fill(center.email)
  await chooseRowAction(admin, listRows(admin, 'Inactive users', center.company), 'Login As')
  await expect(banner(admin)).toContainText(center.company)
  await admin.goto('/hc-profile')
  refusals.expect(409, `/api/v1/users/${center.id}/`)
  await admin.getByRole('textbox', { name: 'Company' }).fill('May I change something here?')
  await admin.getByRole('button', { name: 'Save' }).click()
  await expect(admin.getByText('You can view it but not change it. Nothing was saved.').first()).toBeVisible()
  await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
  await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
})

test('a staff user enters a center, works as the center, and goes back', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const staff = await rows.staff([center.id])
  const desk = await signedIn(staff)
  await desk.goto('/dashboard')
  await desk.getByRole('button', { name: `Enter ${center.company}` }).click()
  await expect(banner(desk)).toContainText(`You are logged in as ${center.company}, as ${staff.first_name} ${staff.last_name}.`)
  await expect(desk.getByRole('heading', { level: 1, name: center.company })).toBeVisible()
  await expectAccessible(desk)
  await banner(desk).getByRole('button', { name: 'Go back to your Account' }).click()
  await expect(desk.getByRole('button', { name: `Account of ${staff.first_name} ${staff.last_name}` })).toBeVisible()
  await expect(banner(desk)).toHaveCount(0)
})

test('a user sees all own sessions and ends the others', async ({ signedIn, rows, refusals }) => {
  const rep = await rows.rep()
  const [here, there, elsewhere] = [await signedIn(rep), await signedIn(rep), await signedIn(rep)]
  await there.goto('/password')
  await elsewhere.goto('/password')
  await here.goto('/settings')
  const sessions = here.getByRole('list', { name: 'Your sessions' }).getByRole('listitem')
  await expect(sessions.first()).toContainText('This device')
  // The journey's own log-in is one more session than the three pages.
  const before = await sessions.count()
  expect(before).toBeGreaterThanOrEqual(3)
  refusals.expect(401, '/')
  await sessions
    .last()
    .getByRole('button', { name: /^Log out/ })
    .click()
  await expect(sessions).toHaveCount(before - 1)

  await here.getByRole('button', { name: 'Log out everywhere else' }).click()
  const question = here.getByRole('dialog', { name: 'Log out everywhere else?' })
  await question.getByRole('button', { name: 'Log out' }).click()
  await expect(sessions).toHaveCount(1)
  for (const page of [there, elsewhere]) {
    await expect(page.getByText('Your session has ended. Log in to continue.')).toBeVisible()
  }
  await here.goto('/dashboard')
  await expect(here.getByRole('button', { name: /^Account of/ })).toBeVisible()
})
