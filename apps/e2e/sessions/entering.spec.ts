import type { Template } from '@vialdesk/contract/documents/templates'
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { chooseRowAction, listRows } from '../journey/tables.ts'

const USERS = 'All users'
const banner = (page: Page) => page.getByRole('region', { name: 'Acting as another user' })

/** Goes back from a loaded page. One that still loads is shown already, and would stop the way back. */
async function goBack(page: Page): Promise<void> {
  await untilQuiet(page)
  // The page of another account is left again before it has loaded, sometimes before the browser has changed to it.
  await page.goBack({ waitUntil: 'commit' }).catch((error: Error) => {
    if (!error.message.includes('ERR_ABORTED')) throw error
  })
}

test('an admin enters an account with all tabs and goes back; then a center, whose template is set, and an inactive one', async ({
  signedIn,
  business,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  const second = await admin.context().newPage()
  await second.goto('/settings')
  const sessions = second.getByRole('heading', { name: 'Your sessions' })
  await expect(sessions).toBeVisible()
  await admin.goto('/all-users?search=salesrep@demo.example')
  const list = listRows(admin, USERS)

  await test.step('both tabs are in the account', async () => {
    await chooseRowAction(admin, list, 'Login As')
    await expect(banner(admin)).toContainText('You are logged in as Elena Navarro, as Miriam Thackeray.')
    await expect(admin).toHaveURL(/\/dashboard$/)
    await expectAccessible(admin)
    await expect(banner(second), 'one browser never has two accounts').toBeVisible()
    await expect(sessions).toBeHidden()
  })

  await test.step('Back shows no page of the own account', async () => {
    await goBack(admin)
    await expect(admin.getByRole('heading', { name: 'This action is unauthorized' }), 'the list of users').toBeVisible()
    await expect(banner(admin)).toContainText('Elena Navarro')
    await expect(list).toHaveCount(0)
  })

  await test.step('what only the owner may do stays closed', async () => {
    await openWithin(admin, '/settings')
    await expect(admin.getByText('Only Elena Navarro can change the password')).toBeVisible()
    await expect(admin.getByLabel('Current password')).toHaveCount(0)
    await openWithin(admin, '/contact')
    await expect(admin.getByText('Go back to your own account to write to the business.')).toBeVisible()
  })

  await test.step('the way back leads to the place that was left, in both tabs, and Back does not undo it', async () => {
    await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
    await expect(admin).toHaveURL(/\/all-users\?search=/)
    await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
    await expect(list, 'the own account is complete again').toHaveCount(1)
    await expect(banner(admin)).toHaveCount(0)
    await expect(sessions).toBeVisible()
    await expect(banner(second)).toHaveCount(0)
    await goBack(admin)
    await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
    await expect(banner(admin)).toHaveCount(0)
    await second.close()
  })

  await test.step('inside a center, its template is set, and not its email address', async () => {
    await admin.goto('/all-users?search=harvestcenter@demo.example')
    await chooseRowAction(admin, listRows(admin, USERS, 'Harborview'), 'Login As')
    await expect(banner(admin)).toContainText('Harborview Regenerative Medicine')
    await openWithin(admin, '/hc-profile')
    const field = admin.getByLabel('Template ID')
    await expect(admin.getByRole('textbox', { name: 'Email' })).not.toBeEditable()
    const { domain } = await rows.call<{ domain: { id: number } }>('admin', 'GET', `/domain/config/${business}/`)
    const { data } = await rows.call<{ data: Template[] }>('admin', 'GET', `/domain/file-signs/by-domain/${domain.id}/type/2/`)
    const template = data.find(({ group, center, is_active }) => group === 'attestation' && center === null && is_active === 1)
    await field.fill(String(template?.template_id))
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('Record has been updated!')).toBeVisible()
    await banner(admin).getByRole('button', { name: 'Go back as Admin' }).click()
    await expect(admin.getByRole('button', { name: 'Account of Miriam Thackeray' })).toBeVisible()
  })

  await test.step('nothing of an inactive center is changed', async () => {
    await openWithin(admin, '/inactive-users')
    await chooseRowAction(admin, listRows(admin, 'Inactive users', 'Old Mill Aesthetics'), 'Login As')
    await expect(banner(admin)).toContainText('Old Mill Aesthetics')
    await openWithin(admin, '/hc-profile')
    refusals.expect(409, '/api/v1/users/')
    await admin.getByRole('textbox', { name: 'Phone' }).fill('+1 503 555 0162')
    await admin.getByRole('textbox', { name: 'Company' }).fill('May I change something here?')
    await admin.getByRole('button', { name: 'Save' }).click()
    await expect(admin.getByText('You can view it but not change it. Nothing was saved.').first()).toBeVisible()
  })
})
