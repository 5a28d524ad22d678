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

test('an admin saves filter and page size as a view, renames it, shares one, and cannot change that of a colleague', async ({
  signedIn,
  rows,
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
    await expect(listRows(owner, 'Patients').first()).toContainText('Stored')
  })

  await test.step('a shared view, next to one that a colleague shares and nobody else changes', async () => {
    const view = { name: 'Of a colleague', list: 'all-patients', filter: { stage: 'stored', limit: '100' }, shared: true }
    await rows.call(person('tomas.villanueva'), 'POST', '/api/v1/saved-views/', view)
    await openViews(owner)
    await menu.getByLabel('Save this view as').fill(shared)
    await menu.getByLabel('Share with all admins').check()
    await menu.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(menu.getByRole('button', { name: `${shared} Shared with all admins` })).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Of a colleague Shared by Tomas Villanueva' })).toBeVisible()
    await expect(menu.getByRole('button', { name: 'Remove the view Of a colleague' })).toHaveCount(0)
    await expect(menu.getByRole('button', { name: 'Edit the view Of a colleague' })).toHaveCount(0)
  })

  await test.step('the owner removes it after a question', async () => {
    const remove = menu.getByRole('button', { name: `Remove the view ${shared}` })
    await remove.click()
    const question = owner.getByRole('dialog', { name: `Remove ${shared} for all admins?` })
    await expectAccessible(owner)
    await question.getByRole('button', { name: 'Remove' }).click()
    await expect(question).toBeHidden()
    await expect((await openViews(owner)).getByRole('button', { name: new RegExp(`^${shared}`) })).toHaveCount(0)
  })
})
