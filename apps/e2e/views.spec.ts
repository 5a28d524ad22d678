import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { untilQuiet } from './journey/quiet.ts'
import { listRows } from './journey/tables.ts'

const PATIENTS = '/all-patients'
/** Nobody else shares views of this list. */
const LABS = '/all-labs'

async function openViews(page: Page) {
  await untilQuiet(page)
  await page.getByRole('button', { name: 'Views' }).click()
  return page.getByRole('dialog', { name: 'Saved views' })
}

test('an admin saves search and page size as a view, and renames it', async ({ signedIn, rows }) => {
  const name = `View ${rows.key}`
  const admin = await signedIn(await rows.admin())
  await admin.goto(`${LABS}?search=lab&limit=20`)
  const menu = await openViews(admin)
  await expect(menu.getByText('You have no saved views.')).toBeVisible()
  await menu.getByLabel('Save this view as').fill(name)
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('button', { name, exact: true }), 'the list shows this view').toHaveAttribute(
    'aria-current',
    'true',
  )
  await expectAccessible(admin)
  await expect(menu.getByLabel('Save this view as')).toBeFocused()
  await menu.getByRole('button', { name: `Edit the view ${name}` }).click()
  const renamed = menu.getByRole('textbox', { name: 'Name of the view' })
  await expect(renamed).toBeFocused()
  await renamed.fill(`${name} renamed`)
  await renamed.press('Enter')
  await expect(renamed).toBeHidden()
  await expect(menu.getByRole('button', { name: `${name} renamed`, exact: true })).toBeFocused()
  await admin.goto(LABS)
  await (await openViews(admin)).getByRole('button', { name: `${name} renamed`, exact: true }).click()
  await expect(admin).toHaveURL(`${LABS}?search=lab&limit=20`)
})

test('admins see the views that a colleague shares, and cannot change them', async ({ signedIn, rows }) => {
  const name = `Shared ${rows.key}`
  const owner = await signedIn(await rows.admin())
  await owner.goto(`${PATIENTS}?stage=stored`)
  const menu = await openViews(owner)
  await menu.getByLabel('Save this view as').fill(name)
  await menu.getByLabel('Share with all admins').check()
  await menu.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(menu.getByRole('button', { name: `${name} Shared with all admins` })).toBeVisible()

  const colleague = await signedIn(await rows.admin())
  await colleague.goto(PATIENTS)
  const seen = await openViews(colleague)
  await expect(seen.getByRole('button', { name: `Remove the view ${name}` })).toHaveCount(0)
  await seen.getByRole('button', { name: new RegExp(`^${name} Shared by`) }).click()
  await expect(colleague).toHaveURL(`${PATIENTS}?stage=stored`)
  await expect(listRows(colleague, 'Patients').first()).toContainText('Stored')

  const remove = menu.getByRole('button', { name: `Remove the view ${name}` })
  await remove.click()
  const question = owner.getByRole('dialog', { name: `Remove ${name} for all admins?` })
  await expectAccessible(owner)
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(question).toBeHidden()
  await openViews(owner)
  await remove.click()
  await question.getByRole('button', { name: 'Remove' }).click()
  await expect(question).toBeHidden()
  const removed = new RegExp(`^${name}`)
  await expect((await openViews(owner)).getByRole('button', { name: removed })).toHaveCount(0)
  await colleague.reload()
  await openViews(colleague)
  await expect(seen.getByLabel('Save this view as')).toBeVisible()
  await untilQuiet(colleague)
  await expect(seen.getByRole('button', { name: removed })).toHaveCount(0)
})
