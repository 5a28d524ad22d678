import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { untilQuiet } from './journey/quiet.ts'
import { listRows } from './journey/tables.ts'

const PATIENTS = '/all-patients'

const expectStored = async (page: Page) => {
  await expect(page).toHaveURL(/[?&]stage=stored/)
  await expect(page).toHaveURL(/[?&]limit=100/)
}

async function openViews(page: Page) {
  await untilQuiet(page)
  await page.getByRole('button', { name: 'Views' }).click()
  return page.getByRole('dialog', { name: 'Saved views' })
}

test('an admin saves filter and page size as a view, renames it, and shares one that a colleague cannot change', async ({
  signedIn,
}) => {
  const owner = await signedIn('admin')
  const name = 'In storage'
  const shared = `Shared ${name}`
  await owner.goto(`${PATIENTS}?stage=stored&limit=100`)
  const menu = await openViews(owner)

  await test.step('an own view, under another name', async () => {
    await expect(menu.getByText('You have no saved views.')).toBeVisible()
    await menu.getByLabel('Save this view as').fill(name)
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    const current = menu.getByRole('button', { name, exact: true })
    await expect(current, 'the list shows this view').toHaveAttribute('aria-current', 'true')
    await expectAccessible(owner)
    await expect(menu.getByLabel('Save this view as')).toBeFocused()
    await menu.getByRole('button', { name: `Edit the view ${name}` }).click()
    const renamed = menu.getByRole('textbox', { name: 'Name of the view' })
    await expect(renamed).toBeFocused()
    await renamed.fill('Renamed')
    await renamed.press('Enter')
    await expect(renamed).toBeHidden()
    await expect(menu.getByRole('button', { name: 'Renamed', exact: true })).toBeFocused()
    await owner.keyboard.press('Escape')
    await expect(menu).toBeHidden()
    await openWithin(owner, PATIENTS)
    await (await openViews(owner)).getByRole('button', { name: 'Renamed', exact: true }).click()
    await expectStored(owner)
  })

  const colleague = await signedIn(person('tomas.villanueva'))
  await test.step('a colleague opens a shared view', async () => {
    await openViews(owner)
    await menu.getByLabel('Save this view as').fill(shared)
    await menu.getByLabel('Share with all admins').check()
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu.getByRole('button', { name: `${shared} Shared with all admins` })).toBeVisible()
    await colleague.goto(PATIENTS)
    const seen = await openViews(colleague)
    await expect(seen.getByRole('button', { name: `Remove the view ${shared}` })).toHaveCount(0)
    await seen.getByRole('button', { name: new RegExp(`^${shared} Shared by`) }).click()
    await expectStored(colleague)
    await expect(listRows(colleague, 'Patients').first()).toContainText('Stored')
  })

  await test.step('the owner removes it after a question', async () => {
    const remove = menu.getByRole('button', { name: `Remove the view ${shared}` })
    await remove.click()
    const question = owner.getByRole('dialog', { name: `Remove ${shared} for all admins?` })
    await expectAccessible(owner)
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(question).toBeHidden()
    await openViews(owner)
    await remove.click()
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect((await openViews(owner)).getByRole('button', { name: new RegExp(`^${shared}`) })).toHaveCount(0)
  })
})
