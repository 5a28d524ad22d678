import { readFile } from 'node:fs/promises'
import { expectAccessible } from './journey/accessible.ts'
import { holdAnswers } from './journey/hold-answers.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, chooseRowAction, listRows, openFilters } from './journey/tables.ts'
import type { DemoUser } from './journey/users.ts'

const USERS = 'All users'
const INACTIVE = 'Inactive users'

const drawerOf = (page: Page) =>
  page.getByRole('dialog').filter({ has: page.getByRole('button', { name: 'Close', exact: true }) })

const selectionOf = (page: Page) => page.getByRole('region', { name: 'Selected users' })
async function chooseChange(page: Page, change: string): Promise<void> {
  await selectionOf(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: change }).click()
}

test('an admin finds users by page, membership and search, exports those that were found, and changes several at once', async ({
  signedIn,
  rows,
}) => {
  const company = 'Widefield'.repeat(11)
  const named = { first_name: 'Ines', last_name: 'Moreau', email: 'lab@example.test', company }
  await rows.call('admin', 'POST', '/api/v1/users/', { ...named, subscription: 1 })
  for (const name of ['One', 'Two']) {
    const other = { first_name: 'Ada', last_name: `Widefield ${name}`, email: `${name.toLowerCase()}@example.test` }
    await rows.call('admin', 'POST', '/api/v1/users/', { ...other, subscription: 2, harvest_center_id: null })
  }
  const admin = await signedIn('admin')
  const [bar, users] = [selectionOf(admin), listRows(admin, USERS)]

  await test.step('a slow list shows a skeleton first, and has pages', async () => {
    const release = await holdAnswers(admin, '**/api/v1/users/all/*')
    await admin.goto('/all-users')
    await expect(admin.getByRole('main').getByRole('status').filter({ hasText: 'Loading users...' })).toBeAttached()
    release()
    await expect(users).toHaveCount(20)
    await admin.getByRole('button', { name: 'Page 2' }).click()
    await expect(admin).toHaveURL('/all-users?offset=20')
    await expect(admin.getByText(/^21–40 of/)).toBeVisible()
  })

  const active = admin.getByRole('group', { name: 'Active filters' })
  await test.step('filters are chips, and stay in the URL', async () => {
    await chooseOption((await openFilters(admin)).getByRole('combobox', { name: 'Membership' }), 'Lab')
    await expect(admin).toHaveURL('/all-users?membership=1')
    await admin.keyboard.press('Escape')
    await expect(users).toHaveCount(3)
    await expect(active).toContainText('Membership: Lab')
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('Widefield')
    await expect(admin).toHaveURL('/all-users?membership=1&search=Widefield')
    await expect(users).toHaveText([/Moreau/])
    await active.getByRole('button', { name: 'Remove Membership: Lab' }).click()
    await expect(users).toHaveText([/Ada Widefield Two/, /Ada Widefield One/, /Moreau/])
    const wider = () => admin.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(await wider(), 'a very long word does not make the page wider').toBeLessThanOrEqual(0)
  })

  await test.step('the export has the users that were found', async () => {
    const coming = admin.waitForEvent('download')
    await admin.getByRole('button', { name: 'Export CSV' }).click()
    const file = await coming
    expect(file.suggestedFilename()).toMatch(/^users_\d{8}T\d{6}Z\.csv$/)
    const text = await readFile(await file.path(), 'utf8')
    const [head, ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
    expect(head).toMatch(/^"ID","Name","Email","Date joined",/)
    expect(lines.map((line) => line.split(',')[2])).toEqual(['"two@example.test"', '"one@example.test"', '"lab@example.test"'])
  })

  await test.step('two of them', async () => {
    for (const name of ['One', 'Two']) await admin.getByRole('checkbox', { name: `Select Ada Widefield ${name}` }).check()
    await expect(bar).toContainText('2 selected')
    const coming = admin.waitForEvent('download')
    await bar.getByRole('button', { name: 'Export selected' }).click()
    const text = await readFile(await (await coming).path(), 'utf8')
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
    await chooseChange(admin, 'Set harvest center')
    const center = admin.getByRole('dialog', { name: 'Set harvest center: 2 users' })
    await chooseOption(center.getByRole('combobox', { name: 'Harvest center' }), 'Summit Longevity Clinic')
    await expectAccessible(admin)
    await center.getByRole('button', { name: 'Set harvest center' }).click()
    await expect(admin.getByText('2 users have been changed.')).toBeVisible()
    await expect(center).toBeHidden()
    await expect(users.filter({ hasText: 'Summit Longevity Clinic' })).toHaveCount(2)
    await expect(bar, 'the selection is done').not.toContainText('selected')
  })

  await test.step('all that match, and back', async () => {
    await users.first().getByRole('checkbox').check()
    await bar.getByRole('button', { name: 'Select all 3 that match' }).click()
    await expect(bar.getByRole('status')).toHaveText('3 selected')
    await chooseChange(admin, 'Deactivate')
    await admin.getByRole('button', { name: 'Deactivate', exact: true }).click()
    await expect(admin.getByText('3 users have been changed.')).toBeVisible()
    await expect(admin.getByText('No results')).toBeVisible()
    await admin.getByRole('button', { name: 'Undo' }).click()
    await expect(users).toHaveCount(3)
  })

  await test.step('a search that finds nothing can be cleared', async () => {
    await admin.getByRole('searchbox', { name: 'Search users' }).fill('nobody has this name')
    await expect(admin.getByText('No results')).toBeVisible()
    await admin.getByRole('button', { name: 'Clear filters' }).click()
    await expect(admin).toHaveURL('/all-users')
    await expect(users).toHaveCount(20)
  })

  await test.step('all former users become active', async () => {
    await openWithin(admin, '/inactive-users')
    await expect(listRows(admin, 'Inactive users')).toHaveCount(3)
    await untilQuiet(admin)
    await admin.getByRole('checkbox', { name: 'Select all on this page' }).check()
    await bar.getByRole('button', { name: 'Activate' }).click()
    await expect(admin.getByText('3 users have been changed.')).toBeVisible()
    await expect(listRows(admin, 'Inactive users')).toHaveCount(0)
  })
})

test('an admin edits a patient and a center, sees the ties of all kinds, and overwrites nothing of a colleague', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const { id } = (await rows.session('patient')).user
  const admin = await signedIn('admin')
  await admin.goto('/all-users?search=patient@demo.example')
  await listRows(admin, USERS).getByRole('link', { name: 'Amelia Hawthorne', exact: true }).click()
  await expect(admin, 'the URL holds the open user').toHaveURL(new RegExp(`user=${id}`))
  const drawer = drawerOf(admin)
  const edit = drawer.getByRole('button', { name: 'Edit', exact: true })
  const save = drawer.getByRole('button', { name: 'Save' })
  const belongsTo = drawer.getByRole('region', { name: 'Belongs to' })

  await test.step('the patient', async () => {
    await expect(drawer).toContainText('patient@demo.example')
    await edit.click()
    await drawer.getByLabel('First Name').fill('')
    await save.click()
    await expect(drawer.getByLabel('First Name')).toHaveAccessibleDescription('This field is required.')
    await drawer.getByLabel('First Name').fill('Adelheid')
    await drawer.getByLabel('Phone').fill('+1 555 010 3344')
    await chooseOption(drawer.getByRole('combobox', { name: 'Harvest center', exact: true }), 'Summit Longevity Clinic')
    await chooseOption(drawer.getByRole('combobox', { name: 'Referred to' }), 'Lakeview Plastic Surgery')
    await expectAccessible(admin)
    await save.click()
    await expect(admin.getByText('Record has been updated!')).toBeVisible()
    await expect(drawer.getByRole('form'), 'closes automatically').toBeHidden()
    await expect(drawer).toContainText('Adelheid')
    await expect(belongsTo).toContainText('Summit Longevity Clinic')
    await expect(belongsTo).toContainText('Lakeview Plastic Surgery')
    await expect(drawer.getByRole('link', { name: '+1 555 010 3344' })).toBeVisible()
    await drawer.getByRole('button', { name: 'Close' }).click()
    await expect(drawer).toBeHidden()
    await expect(listRows(admin, USERS, 'Adelheid')).toHaveCount(1)
  })

  const expectTies = async (who: DemoUser, ties: string[]) => {
    await openWithin(admin, `/all-users?user=${(await rows.session(who)).user.id}`)
    for (const words of ties) await expect(belongsTo).toContainText(words)
  }
  await test.step('a harvest center, which gets another lab', async () => {
    const lab = ['Lab', 'Meridian Processing Laboratory']
    await expectTies('harvestcenter', ['Sales rep', 'Elena Navarro', ...lab, 'Logo', 'Template', 'Document'])
    await edit.click()
    await drawer.getByLabel('Company').fill('')
    await save.click()
    await expect(drawer.getByLabel('Company')).toHaveAccessibleDescription('This field is required.')
    await drawer.getByLabel('Company').fill('Harborview')
    await chooseOption(drawer.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
    await save.click()
    await expect(drawer.getByRole('form')).toBeHidden()
    await expect(belongsTo).toContainText('Meridian West Laboratory')
  })

  await test.step('a referral center, a rep and staff', async () => {
    await expectTies('referral', ['Sales rep', 'Refers to', 'Cedar Junction Surgical Arts', 'RHC Manager'])
    await expectTies('salesrep', ['Sales manager', 'Marcus Okafor'])
    await expectTies('staff', ['Works for', 'Cedar Junction Surgical Arts', 'HC Staff Manager'])
  })

  await test.step('the ties of a lab; then the patient, while a colleague changes the same record', async () => {
    await expectTies('lab', ['Harvest centers', '5 centers'])
    await expectTies('patient', ['Summit Longevity Clinic'])
    await edit.click()
    await drawer.getByLabel('City').fill('Porto')
    await rows.call('admin', 'PATCH', `/api/v1/users/${id}/`, { city: 'Lund' })
    refusals.expect(409, `/api/v1/users/${id}/`)
    await save.click()
    const refusal = 'Looks like something went wrong. Someone else has changed this.'
    await expect(admin.getByRole('alert').filter({ hasText: refusal })).toBeVisible()
    await expect(drawer.getByLabel('City'), 'keeps the input').toHaveValue('Porto')
  })
})

test('an admin deactivates a rep after a question, activates the rep again, and deletes a former user', async ({
  signedIn,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-users?search=salesrep@demo.example')
  const actions = admin.getByRole('button', { name: 'Actions for Elena Navarro' })
  const question = admin.getByRole('dialog', { name: 'Deactivate Elena Navarro?' })
  const ask = async () => {
    await actions.press('Enter')
    await admin.getByRole('menuitem', { name: 'Deactivate' }).press('Enter')
    await expect(question.getByRole('button', { name: 'Cancel' })).toBeFocused()
  }

  await test.step('the question leaves the focus where it was, and says what stays', async () => {
    await ask()
    await expect(question).toContainText('Documents, payments, vials and team members stay')
    await expectAccessible(admin)
    await admin.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(actions).toBeFocused()
    await ask()
    await actions.focus()
    await admin.keyboard.press('Escape')
    await expect(question, 'closes when the focus is outside').toHaveCount(0)
  })

  await test.step('a refusal closes the question and shows its reason', async () => {
    refusals.expect(409, '/api/v1/users/set/inactive/')
    const refused = { status: 409, json: { message: 'Not just now.', code: 'conflict' } }
    await admin.route('**/users/set/inactive/**', (route) => route.fulfill(refused), { times: 1 })
    await ask()
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(question).toBeHidden()
    await expect(admin.getByText('Not just now.')).toBeVisible()
    await expect(listRows(admin, USERS, 'Elena Navarro')).toHaveCount(1)
  })

  await test.step('the rep leaves the list', async () => {
    await ask()
    await question.getByRole('button', { name: 'Deactivate' }).click()
    await expect(admin.getByText('The user has been deactivated.')).toBeVisible()
    await expect(admin.getByText('No results')).toBeVisible()
  })

  const inactive = listRows(admin, INACTIVE)
  await test.step('a list that failed keeps the focus when it is tried again by a key', async () => {
    refusals.expect(404, '/api/v1/users/all/inactive/')
    const failed = { status: 404, json: { code: 'not_found', message: 'Not found.' } }
    const list = /\/api\/v1\/users\/.*inactive/
    await admin.route(list, (route) => route.fulfill(failed))
    await openWithin(admin, '/inactive-users')
    const again = admin.getByRole('button', { name: 'Try again' })
    await expect(again).toBeVisible()
    const second = admin.waitForResponse(list)
    await again.press('Enter')
    await expect(admin.getByRole('main')).toBeFocused()
    await second
    await admin.unroute(list)
    await again.click()
    await expect(inactive).toHaveCount(4)
  })

  await test.step('the rep is among the inactive users, until activated', async () => {
    await admin.getByRole('searchbox', { name: 'Search inactive users' }).fill('salesrep@demo.example')
    await expect(inactive).toHaveText([/Elena Navarro/])
    await chooseRowAction(admin, inactive, 'Activate')
    await expect(admin.getByText('The user has been activated.')).toBeVisible()
    await expect(inactive).toHaveCount(0)
  })

  await test.step('a former rep is deleted after a question', async () => {
    await openWithin(admin, '/inactive-users')
    await inactive.getByRole('link', { name: 'Colin Ashby', exact: true }).click()
    const drawer = admin.getByRole('dialog', { name: 'Ashby' })
    await expect(drawer).toContainText('Inactive')
    const deleting = admin.getByRole('dialog', { name: 'Delete Colin Ashby?' })
    await drawer.getByRole('button', { name: /^Actions for/ }).click()
    await admin.getByRole('menuitem', { name: 'Delete' }).click()
    await expect(deleting).toContainText('Vials, documents, purchases and audit entries stay')
    await deleting.getByRole('button', { name: 'Delete' }).click()
    await expect(admin.getByText('The user has been removed from the system.')).toBeVisible()
    await expect(drawer).toBeHidden()
    await expect(inactive.filter({ hasText: 'Ashby' })).toHaveCount(0)
  })
})
