/** Forms in drawers: they start fresh with each opening, outlive the row of the list, and ask once before changes are lost. */
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

/** The label of this patient waits for an admin. */
const WAITING = 'Thackeray'
const QUESTION = 'Leave without saving?'

/** Answers the question about unsaved changes; a second question would stay open. */
async function leave(page: Page): Promise<void> {
  await page.getByRole('dialog', { name: QUESTION }).getByRole('button', { name: 'Leave' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
}

test('the forms in drawers start fresh, and ask once before changes are lost', async ({ signedIn, rows }) => {
  const admin = await signedIn('admin')

  await test.step('the form of a user opens only when it is asked for, each time', async () => {
    const [first, second] = [await rows.patient(), await rows.patient()]
    await admin.goto(`/all-users?search=${rows.key}&sort=name`)
    const row = listRows(admin, 'All users', first.last_name)
    const drawer = admin.getByRole('dialog')
    const form = admin.getByRole('form', { name: 'Edit user' })
    const edit = drawer.getByRole('button', { name: 'Edit', exact: true })
    const close = async () => {
      await admin.keyboard.press('Escape')
      await expect(drawer).toHaveCount(0)
    }

    await test.step('not after a step to the next user and back', async () => {
      await row.getByRole('link', { name: first.last_name }).click()
      await edit.click()
      await expect(form).toBeVisible()
      await drawer.getByRole('button', { name: 'Next', exact: true }).click()
      await expect(drawer).toContainText(second.last_name)
      await expect(form).toHaveCount(0)
      await drawer.getByRole('button', { name: 'Previous', exact: true }).click()
      await expect(drawer).toContainText(first.last_name)
      await expect(edit).toBeVisible()
      await expect(form).toHaveCount(0)
    })

    await test.step('not when the drawer is opened again', async () => {
      await edit.click()
      await expect(form).toBeVisible()
      await close()
      await row.getByRole('link', { name: first.last_name }).click()
      await expect(edit).toBeVisible()
      await expect(form).toHaveCount(0)
      await close()
    })

    await test.step('but by the menu of the row, also after it was cancelled', async () => {
      await chooseRowAction(admin, row, 'Edit')
      await form.getByRole('button', { name: 'Cancel' }).click()
      await expect(edit).toBeVisible()
      await close()
      await chooseRowAction(admin, row, 'Edit')
      await expect(form).toBeVisible()
    })
  })

  await test.step('the drawer of a label asks once, and shows its success after the request left the list', async () => {
    await openWithin(admin, '/fedex-requests?waiting=true')
    const request = listRows(admin, 'Label requests', WAITING)
    const drawer = admin.getByRole('dialog', { name: /^Label for/ })

    await chooseRowAction(admin, request, 'Edit label')
    await drawer.getByLabel('Tracking number').fill('794611112222')
    await drawer.getByRole('button', { name: 'Close' }).click()
    await leave(admin)
    await expect(admin).not.toHaveURL(/request=/)

    await chooseRowAction(admin, request, 'Edit label')
    await expect(drawer.getByLabel('Tracking number')).toHaveValue('')
    await drawer.getByLabel('Tracking number').fill('794611112222')
    await drawer.getByLabel('Tracking link').fill('https://www.fedex.com/fedextrack/?trknbr=794611112222')
    await drawer.getByRole('button', { name: 'Save', exact: true }).click()
    await expect(drawer.getByText('Fedex Label/Tracking Number have been added!')).toBeVisible()
    await expect(request).toHaveCount(0)
    await expect(drawer, 'closes automatically').toBeHidden()
    await expect(admin).not.toHaveURL(/request=/)
  })

  await test.step('a dialog with an address asks once before its form is cancelled', async () => {
    await openWithin(admin, '/all-users?add=admin')
    const form = admin.getByRole('form', { name: 'Invite Admin' })
    await form.getByLabel('First name').fill('Ines')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await leave(admin)
    await expect(admin).not.toHaveURL(/add=/)
  })
})
