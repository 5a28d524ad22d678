import { expectAccessible } from './journey/accessible.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, logIn, submitLogin, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { chooseOption, chooseRowAction, listRows, openFilters } from './journey/tables.ts'

const USERS = 'All users'
const INACTIVE = 'Inactive users'
const USERS_CALL = '/api/v1/users/all/'

test('the users table keeps its page in the URL', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-users')
  await expect(listRows(admin, USERS)).toHaveCount(20)
  await admin.getByRole('button', { name: 'Page 2' }).click()
  await expect(admin).toHaveURL('/all-users?offset=20')
  await expect(admin.getByText(/^21–40 of/)).toBeVisible()
  await admin.reload()
  await expect(admin.getByText(/^21–40 of/), 'the URL holds the page').toBeVisible()
})

test('a very long word does not make the page wider', async ({ signedIn, rows }) => {
  const company = rows.key.repeat(14)
  const body = { first_name: 'Ines', last_name: rows.uniqueName('Wide'), email: rows.email('wide'), subscription: 1, company }
  await rows.call('admin', 'POST', '/api/v1/users/', body)
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${rows.key}`)
  await expect(listRows(admin, USERS, company)).toHaveCount(1)
  await expect
    .poll(() => admin.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBeLessThanOrEqual(0)
})

test('filters users by membership and search, shown as chips and kept in the URL', async ({ signedIn, rows }) => {
  // Other journeys make labs, too, so the search uses this journey's key.
  const [lab, patient] = [await rows.lab(), await rows.patient()]
  const admin = await signedIn('admin')
  await admin.goto('/all-users')
  await chooseOption((await openFilters(admin)).getByRole('combobox', { name: 'Membership' }), 'Lab')
  await expect(admin).toHaveURL('/all-users?membership=1')
  await admin.keyboard.press('Escape')
  await expect(listRows(admin, USERS, lab.company)).toHaveCount(1)
  await expect(listRows(admin, USERS).filter({ hasNotText: 'Lab' })).toHaveCount(0)
  const active = admin.getByRole('group', { name: 'Active filters' })
  await expect(active).toContainText('Membership: Lab')
  await admin.getByRole('searchbox', { name: 'Search users' }).fill(rows.key)
  await expect(admin).toHaveURL(`/all-users?membership=1&search=${rows.key}`)
  await expect(listRows(admin, USERS)).toHaveText([new RegExp(lab.company)])
  await admin.reload()
  await expect(listRows(admin, USERS)).toHaveText([new RegExp(lab.company)])
  await active.getByRole('button', { name: 'Remove Membership: Lab' }).click()
  await expect(listRows(admin, USERS)).toHaveText([new RegExp(patient.last_name), new RegExp(lab.company)])
  await active.getByRole('button', { name: 'Clear all' }).click()
  await expect(admin).toHaveURL('/all-users')
})

test('a search starts with more than three characters, 700 ms after the last key', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const asked: string[] = []
  admin.on('request', (request) => {
    const words = new URL(request.url()).searchParams.get('search')
    if (words) asked.push(words)
  })
  await admin.clock.install()
  await admin.goto('/all-users')
  await expect(listRows(admin, USERS).first()).toBeVisible()
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

test('an admin edits a user and sees the change', async ({ signedIn, rows }) => {
  const patient = await rows.patient()
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${encodeURIComponent(patient.last_name)}`)
  await listRows(admin, USERS)
    .getByRole('link', { name: `Ada ${patient.last_name}`, exact: true })
    .click()
  await expect(admin, 'the URL holds the open user').toHaveURL(new RegExp(`user=${patient.id}`))
  const drawer = admin.getByRole('dialog', { name: patient.last_name })
  await expect(drawer).toContainText(patient.email)
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
  await drawer.getByLabel('First Name').fill('')
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.getByLabel('First Name')).toHaveAccessibleDescription('This field is required.')
  await drawer.getByLabel('First Name').fill('Adelheid')
  await drawer.getByLabel('Phone').fill('+1 555 010 3344')
  await chooseOption(drawer.getByRole('combobox', { name: 'Harvest center', exact: true }), 'Summit Longevity Clinic')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: 'Save' }).click()
  await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
  await expect(drawer.getByRole('form'), 'closes automatically').toBeHidden()
  await admin.reload()
  await expect(drawer).toContainText('Adelheid')
  await expect(drawer).toContainText('Summit Longevity Clinic')
  await drawer.getByRole('button', { name: 'Close' }).click()
  await expect(drawer).toBeHidden()
  await expect(listRows(admin, USERS, 'Adelheid')).toHaveCount(1)
})

test('the second of two editing admins gets a conflict and overwrites nothing', async ({ signedIn, rows, refusals }) => {
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
  await expect(failure).toContainText('Looks like something went wrong. Someone else has changed this.')
  await expect(failure, 'disappears after 3 seconds').toBeHidden()
  await expect(other.getByLabel('City'), 'keeps the input').toHaveValue('Porto')
})

test('a list has texts for no match, no rows and a failure', async ({ signedIn, refusals }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-users?search=nobodyiscalledthis')
  await expect(admin.getByText('No results')).toBeVisible()
  await admin.getByRole('button', { name: 'Clear filters' }).click()
  await expect(listRows(admin, USERS)).toHaveCount(20)

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
  await expect(listRows(admin, USERS)).toHaveCount(20)
})

test('a slow list shows a skeleton first', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  const release = await holdAnswers(admin, `**${USERS_CALL}*`)
  await admin.goto('/all-users')
  await expect(admin.getByRole('main').getByRole('status').filter({ hasText: 'Loading users...' })).toBeAttached()
  release()
  await expect(listRows(admin, USERS)).toHaveCount(20)
})

test('an admin edits every kind of user, and the drawer shows its center, lab or sales line', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const kinds = [
    { id: center.id, belongs: ['Sales rep', 'Lab', 'Logo', 'Template', 'Document'] },
    { id: (await rows.referralCenter()).id, belongs: ['Sales rep', 'Refers to', 'RHC Manager'] },
    { id: (await rows.patient(center.id)).id, belongs: ['Harvest center', center.company, 'Lab', 'Sales rep'] },
    { id: (await rows.rep()).id, belongs: ['Sales manager'] },
    { id: (await rows.staff([center.id])).id, belongs: ['Works for', center.company, 'HC Staff Manager'] },
    { id: (await rows.lab()).id, belongs: ['Harvest centers', '0 centers'] },
  ]
  const admin = await signedIn('admin')
  for (const { id, belongs } of kinds) {
    await admin.goto(`/dashboard?user=${id}`)
    const drawer = admin.getByRole('dialog')
    for (const words of belongs) await expect(drawer.getByRole('region', { name: 'Belongs to' })).toContainText(words)
    await drawer.getByRole('button', { name: 'Edit', exact: true }).click()
    await drawer.getByLabel('City').fill('Reykjavík')
    if (belongs.includes('Works for')) await drawer.getByLabel('Company').fill('Front desk')
    await drawer.getByRole('button', { name: 'Save' }).click()
    await expect(drawer.page().getByText('Record has been updated!')).toBeVisible()
    await expect(drawer.getByRole('form')).toBeHidden()
    await expect(drawer).toContainText('Reykjavík')
  }
})

test('a deactivated user is logged out, is listed under Inactive Users, and can be activated', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const rep = await rows.rep()
  const [admin, theirs] = [await signedIn('admin'), await signedIn(rep)]
  await theirs.goto('/password')
  await admin.goto(`/all-users?search=${rep.last_name.split(' ')[1]}`)
  await chooseRowAction(admin, listRows(admin, USERS, rep.last_name), 'Deactivate')
  const question = admin.getByRole('dialog', { name: `Deactivate Ines ${rep.last_name}?` })
  await expect(question).toContainText('Documents, payments, vials and team members stay')
  await expectAccessible(admin)
  refusals.expect(401, '/')
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(admin.getByText('The user has been deactivated.')).toBeVisible()
  await expect(admin.getByText('No results')).toBeVisible()

  await expect(theirs.getByRole('button', { name: 'Login' }), 'the session has ended').toBeVisible()

  await admin.goto('/inactive-users')
  await admin.getByRole('searchbox', { name: 'Search inactive users' }).fill(rep.email)
  await expect(listRows(admin, INACTIVE)).toHaveCount(1)
  await expectAccessible(admin)
  await chooseRowAction(admin, listRows(admin, INACTIVE, rep.last_name), 'Activate')
  await expect(admin.getByText('The user has been activated.')).toBeVisible()
  await expect(listRows(admin, INACTIVE)).toHaveCount(0)
  await submitLogin(theirs, rep, '**/password')
})

test('an inactive user is deleted after a confirmation, and the email address is free again', async ({ signedIn, rows }) => {
  const patient = await rows.patient()
  await rows.call('admin', 'GET', `/api/v1/users/set/inactive/${patient.id}/`)
  const admin = await signedIn('admin')
  await admin.goto(`/inactive-users?search=${patient.id}`)
  await listRows(admin, INACTIVE, patient.last_name)
    .getByRole('link', { name: `Ada ${patient.last_name}`, exact: true })
    .click()
  const drawer = admin.getByRole('dialog', { name: patient.last_name })
  await expect(drawer).toContainText('Inactive')
  await expectAccessible(admin)
  await drawer.getByRole('button', { name: /^Actions for/ }).click()
  await admin.getByRole('menuitem', { name: 'Delete' }).click()
  const question = admin.getByRole('dialog', { name: `Delete Ada ${patient.last_name}?` })
  await expect(question).toContainText('Vials, documents, purchases and audit entries stay')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await drawer.getByRole('button', { name: /^Actions for/ }).click()
  await admin.getByRole('menuitem', { name: 'Delete' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('The user has been removed from the system.')).toBeVisible()
  await expect(question).toBeHidden()
  await expect(drawer).toBeHidden()
  await expect(listRows(admin, INACTIVE, patient.last_name)).toHaveCount(0)
  const again = { first_name: 'Ada', last_name: 'Again', email: patient.email, subscription: 2, harvest_center_id: null }
  await rows.call('admin', 'POST', '/api/v1/users/', again)
})

test('an admin changes a password, and the user logs in with it', async ({ signedIn, rows, guest }) => {
  const staff = await rows.staff([(await rows.center()).id])
  const admin = await signedIn('admin')
  await admin.goto(`/all-users?search=${staff.id}`)
  await chooseRowAction(admin, listRows(admin, USERS, staff.last_name), 'Change Password')
  const form = admin.getByRole('form', { name: 'Change Password' })
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.getByLabel('New password')).toHaveAccessibleDescription(/Min Length 8/)
  await expectAccessible(admin)
  await form.getByLabel('New password').fill('five words that nobody guesses')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(form.page().getByText('The password has been changed.')).toBeVisible()
  await expect(form, 'closes automatically').toBeHidden()
  const theirs = await guest()
  await logIn(theirs, { email: staff.email, password: 'five words that nobody guesses' })
  await openMail(theirs, staff.email, 'Your password was changed')
  await expect(theirs.getByText('has set a new password for your account')).toBeVisible()
})

test('a failed action closes its confirmation and shows the reason', async ({ signedIn, rows, refusals }) => {
  const rep = await rows.rep()
  const admin = await signedIn('admin')
  const call = `/api/v1/users/set/inactive/${rep.id}/`
  refusals.expect(409, call)
  await admin.route(`**${call}`, (route) => route.fulfill({ status: 409, json: { message: 'Not just now.', code: 'conflict' } }))
  await admin.goto(`/all-users?search=${rep.id}`)
  await chooseRowAction(admin, listRows(admin, USERS, rep.last_name), 'Deactivate')
  const question = admin.getByRole('dialog', { name: /^Deactivate/ })
  await question.getByRole('button', { name: 'Deactivate' }).click()
  await expect(question).toBeHidden()
  await expect(admin.getByText('Not just now.')).toBeVisible()
  await expect(listRows(admin, USERS, rep.last_name)).toHaveCount(1)
})
