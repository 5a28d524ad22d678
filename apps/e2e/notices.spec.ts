import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openWithin } from './journey/open-within.ts'
import { listRows } from './journey/tables.ts'

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })

test('a patient follows the milestones of the cells in the bell and the messages, asks a question, and wants no mails', async ({
  signedIn,
  rows,
  isMobile,
}) => {
  const patient = await rows.patient(undefined, { activated: true })
  const enter = (step: object) => rows.call('admin', 'PATCH', `/api/v1/users/${patient.id}/`, { ...step })
  const page = await signedIn(patient)
  const latest = page.getByRole('dialog', { name: /^Messages/ })

  await test.step('an empty bell by keys', async () => {
    await page.goto('/messages')
    await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()
    await bell(page, 'Messages').focus()
    await page.keyboard.press('Enter')
    await expect(latest.getByText('No messages yet')).toBeVisible()
    await expect(latest.getByRole('link', { name: 'See all messages' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(latest).toBeHidden()
    await expect(bell(page, 'Messages')).toBeFocused()
  })

  await test.step('a milestone appears at once, and leads to its screen', async () => {
    await enter({ date_adipose_received_by_lab: '2026-01-07' })
    await expect(bell(page, 'Messages, 1 unread'), 'without a reload').toBeVisible()
    await bell(page, 'Messages, 1 unread').click()
    await expect(latest.getByRole('listitem')).toHaveCount(1)
    await expectAccessible(page)
    await latest.getByRole('link', { name: 'The lab has received your cells' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(bell(page, 'Messages'), 'the notice is read').toBeVisible()
    await expect(latest).toBeHidden()
  })

  await test.step('opening a message marks it as read, and one button all of them', async () => {
    await enter({ stemcell_plating_initiated_date: '2026-01-09' })
    await enter({ date_vials_ready_to_ship: '2026-03-18' })
    await expect(bell(page, 'Messages, 2 unread')).toBeVisible()
    await openWithin(page, '/messages')
    const unread = listRows(page, 'Messages', 'Unread:')
    await expect(unread).toHaveCount(2)
    await page.getByRole('button', { name: 'Your vials are ready' }).click()
    await expect(page).toHaveURL('/dashboard')
    await expect(bell(page, 'Messages, 1 unread')).toBeVisible()
    await openWithin(page, '/messages')
    await expect(unread).toHaveCount(1)
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await expect(unread).toHaveCount(0)
    await expect(listRows(page, 'Messages')).toHaveCount(3)
    await expect(bell(page, 'Messages')).toBeVisible()
  })

  await test.step('a question to the business', async () => {
    await openWithin(page, '/contact')
    await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
    await page.getByRole('textbox', { name: 'Message' }).fill('May I come on Monday?\n\nThank you.')
    await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 555 010 7788')
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Your question has been sent.' })).toBeVisible()
    await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
    await expectAccessible(page)
  })

  await test.step('no mails about the cells', async () => {
    const menu = page.getByRole('navigation', { name: 'Main menu' })
    if (isMobile) {
      await expect(menu, 'Tab does not enter a closed menu').toBeHidden()
      await page.getByRole('button', { name: 'Open the menu' }).click()
    }
    await menu.getByRole('link', { name: 'Settings', exact: true }).click()
    const choice = page.getByRole('switch', { name: 'Patients and cell processing' })
    await expect(choice).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Account and security' })).toBeDisabled()
    // The switch changes with the answer of the server.
    await choice.click()
    await expect(choice).not.toBeChecked()
  })
})
