import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { person } from './journey/people.ts'
import { chooseOption, chooseRowAction, listRows } from './journey/tables.ts'

test('an admin invites another admin and an observer, who gets one lab and then another one', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const lab = (await rows.session('lab')).user.id
  const west = (await rows.session(person('west-lab'))).user.id
  const [nora, olga] = ['nora@example.test', 'olga@example.test']
  const page = await signedIn('admin')

  await test.step('the invitation', async () => {
    await page.goto('/all-users')
    await page.getByRole('button', { name: 'Invite Admin' }).click()
    const dialog = page.getByRole('dialog', { name: 'Invite Admin' })
    await dialog.getByLabel('First name').fill('Nora')
    await dialog.getByLabel('Last name').fill('Lund')
    await dialog.getByLabel('Email').fill(nora)
    await dialog.getByRole('button', { name: 'Send invitation' }).click()
    await expect(page.getByText(`We emailed an invitation to ${nora}.`)).toBeVisible()
    await expect(dialog).toBeHidden()
  })

  const row = listRows(page, 'Observers', 'Berg')
  await test.step('an observer of a lab', async () => {
    await openWithin(page, '/observers')
    await page.getByRole('button', { name: 'Add Observer' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Observer' })
    await dialog.getByLabel('First name').fill('Olga')
    await dialog.getByLabel('Last name').fill('Berg')
    await dialog.getByLabel('Email').fill(olga)
    await chooseOption(dialog.getByRole('combobox', { name: 'Lab' }), 'Meridian West Laboratory')
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Add Observer' }).click()
    await expect(page.getByText(`We emailed an invitation to ${olga}.`)).toBeVisible()
    await expect(dialog).toBeHidden()
    await expect(row).toContainText('Invited')
  })

  const account = await rows.activate(olga, { agreement: false })
  const otherLab = `/api/v1/processing-labs/${lab}/harvestcenters/`
  await test.step('the observer sees the centers of this lab, and nothing else', async () => {
    const observer = await signedIn(account)
    await observer.goto('/dashboard')
    await expect(observer).toHaveURL('/unauthorized')
    await observer.getByRole('link', { name: 'Go to your lab' }).click()
    await expect(observer).toHaveURL(`/lab/${west}`)
    await expect(observer.getByRole('heading', { level: 1, name: 'Meridian West Laboratory' })).toBeVisible()
    await expect(listRows(observer, 'Harvest centers')).toHaveCount(4)
    await expect(observer.getByRole('main').getByRole('link', { name: /@|Clinic|Medicine/ }), 'no patients').toHaveCount(0)
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
    await rows.call(account, 'GET', otherLab)
    await row.getByRole('link', { name: 'Olga Berg', exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Berg' })).toContainText(olga)
  })
})
