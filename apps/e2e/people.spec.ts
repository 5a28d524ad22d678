import { readFile } from 'node:fs/promises'
import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, submitLogin, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { untilQuiet } from './journey/quiet.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'
import { setPassword } from './sessions/set-password.ts'

const USERS = 'All users'

const selectionOf = (page: Page) => page.getByRole('region', { name: 'Selected users' })
async function chooseChange(page: Page, change: string): Promise<void> {
  await selectionOf(page).getByRole('button', { name: 'Change' }).click()
  await page.getByRole('menuitem', { name: change }).click()
}

test('an admin invites another admin and an observer, who gets one lab and then another one', async ({
  signedIn,
  guest,
  rows,
  refusals,
}) => {
  const lab = (await rows.session('lab')).user.id
  const west = (await rows.session(person('west-lab'))).user.id
  const nora = 'nora@example.test'
  const olga = { email: 'olga@example.test', password: 'four unrelated words' }
  const page = await signedIn('admin')

  await test.step('the invitation, which is sent twice', async () => {
    await page.goto('/all-users')
    await page.getByRole('button', { name: 'Invite Admin' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Admin' })
    await dialog.getByLabel('First name').fill('Nora')
    await dialog.getByLabel('Last name').fill('Lund')
    await dialog.getByLabel('Email').fill(nora)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`We emailed an invitation to ${nora}.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await openWithin(page, '/all-users?search=Lund')
    await chooseRowAction(page, listRows(page, USERS, 'Nora Lund'), 'Send Invitation Again')
    await expect(page.getByText(`We emailed an invitation to ${nora}.`)).toBeVisible()
  })

  await test.step('an observer of a lab', async () => {
    await openWithin(page, '/observers')
    await page.getByRole('button', { name: 'Add Observer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Observer' })
    await dialog.getByLabel('First name').fill('Olga')
    await dialog.getByLabel('Last name').fill('Berg')
    await dialog.getByLabel('Email').fill(olga.email)
    await chooseOption(dialog.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add Observer' }).click()
    await expect(page.getByText(`We emailed an invitation to ${olga.email}.`)).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  const row = listRows(page, 'Observers', 'Berg')
  const observer = await guest()
  await test.step('the observer sees the centers of this lab, and nothing else', async () => {
    await expect(row).toContainText('Invited')
    await setPassword(observer, olga)
    await submitLogin(observer, olga, `**/lab/${west}`)
    await expect(observer.getByRole('heading', { level: 1, name: 'Meridian West Laboratory' })).toBeVisible()
    await expect(listRows(observer, 'Harvest centers')).toHaveCount(4)
    await expect(observer.getByRole('main').getByRole('link', { name: /@|Clinic|Medicine/ }), 'no patients').toHaveCount(0)
    await openWithin(observer, '/dashboard')
    await expect(observer).toHaveURL('/unauthorized')
    await observer.getByRole('link', { name: 'Go to your lab' }).click()
    await expect(observer).toHaveURL(`/lab/${west}`)
    refusals.expect(404, `/api/v1/processing-labs/${lab}/`)
    await openWithin(observer, `/lab/${lab}`)
    await expect(observer.getByText('This no longer exists, or you do not have access to it.')).toBeVisible()
  })

  await test.step('the observer follows to another lab at once', async () => {
    await chooseRowAction(page, row, 'Change lab')
    const move = page.getByRole('dialog', { name: 'Lab of Olga Berg' })
    await chooseOption(move.getByRole('combobox', { name: 'Lab' }), 'Meridian Processing Laboratory')
    await move.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('The observer has another lab now.')).toBeVisible()
    await expect(row).toContainText('Meridian Processing Laboratory')
    await observer.reload()
    await expect(observer.getByRole('heading', { level: 1, name: 'Meridian Processing Laboratory' })).toBeVisible()
    await row.getByRole('link', { name: 'Olga Berg', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Berg' })).toContainText(olga.email)
  })
})

test('an admin exports, moves, deactivates and activates selected users', async ({ signedIn, rows }) => {
  for (const last_name of ['Selagroup One', 'Selagroup Two', 'Selagroup Three']) {
    const email = `${last_name.replace(' ', '.').toLowerCase()}@example.test`
    await rows.call('admin', 'POST', '/api/v1/users/', {
      first_name: 'Ada',
      last_name,
      email,
      subscription: 2,
      harvest_center_id: null,
    })
  }
  const admin = await signedIn('admin')
  const [bar, users] = [selectionOf(admin), listRows(admin, USERS)]
  await admin.goto('/all-users?search=Selagroup')
  await expect(users).toHaveCount(3)

  await test.step('two of them', async () => {
    for (const name of ['One', 'Two']) await admin.getByRole('checkbox', { name: `Select Ada Selagroup ${name}` }).check()
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
