import { expectAccessible } from './journey/accessible.ts'
import { expect, type Page, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import type { Rows } from './journey/rows.ts'
import { listRows } from './journey/tables.ts'

const SUBJECT = 'You have a new message'

const bell = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name, exact: true })
/** Enters a milestone of a patient's cells, as the admin. */
const editLabRecord = (rows: Rows, patient: number, step: object) =>
  rows.call('admin', 'PATCH', `/api/v1/users/${patient}/`, { ...step })

test('a milestone appears in the patient’s bell at once, and its notice opens the right screen', async ({ signedIn, rows }) => {
  const patient = await rows.patient(undefined, { activated: true })
  const page = await signedIn(patient)
  await page.goto('/contact')
  await expect(bell(page, 'Messages')).toBeVisible()
  await editLabRecord(rows, patient.id, { date_vials_ready_to_ship: '2026-03-18' })
  await expect(bell(page, 'Messages, 1 unread'), 'without a reload').toBeVisible()
  await bell(page, 'Messages, 1 unread').click()
  const latest = page.getByRole('dialog', { name: /^Messages/ })
  await expect(latest.getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page)
  await latest.getByRole('link', { name: 'Your vials are ready' }).click()
  await expect(page).toHaveURL('/dashboard')
  await expect(bell(page, 'Messages'), 'the notice is read').toBeVisible()
  await expect(latest).toBeHidden()
})

test('one button marks all messages as read; opening one marks that one', async ({ signedIn, rows }) => {
  const patient = await rows.patient(undefined, { activated: true })
  await editLabRecord(rows, patient.id, { date_adipose_shipped_to_lab: '2026-01-05' })
  await editLabRecord(rows, patient.id, { date_adipose_received_by_lab: '2026-01-07' })
  await editLabRecord(rows, patient.id, { stemcell_plating_initiated_date: '2026-01-09' })
  const page = await signedIn(patient)
  await page.goto('/messages')
  const unread = listRows(page, 'Messages', 'Unread:')
  await expect(unread).toHaveCount(3)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'The lab has received your cells' }).click()
  await expect(page).toHaveURL('/dashboard')
  await page.goBack()
  await expect(unread).toHaveCount(2)
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(unread).toHaveCount(0)
  await expect(listRows(page, 'Messages')).toHaveCount(3)
  await expect(bell(page, 'Messages')).toBeVisible()
})

test('the bell works by keyboard', async ({ signedIn, rows }) => {
  const patient = await rows.patient(undefined, { activated: true })
  const page = await signedIn(patient)
  await page.goto('/messages')
  await expect(page.getByText("Empty table. There's nothing to show")).toBeVisible()
  await bell(page, 'Messages').focus()
  await page.keyboard.press('Enter')
  const latest = page.getByRole('dialog', { name: /^Messages/ })
  await expect(latest.getByText('No messages yet')).toBeVisible()
  await expect(latest.getByRole('link', { name: 'See all messages' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(latest).toBeHidden()
  await expect(bell(page, 'Messages')).toBeFocused()
})

test('a question reaches the business, and a reply goes to its author', async ({ signedIn, rows }) => {
  const patient = await rows.patient(undefined, { activated: true })
  const page = await signedIn(patient)
  await page.goto('/contact')
  await expect(page.getByRole('textbox', { name: 'Email' })).toHaveValue(patient.email)
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByText('This field is required.')).toBeVisible()
  const words = rows.uniqueName('May I come on')
  await page.getByRole('textbox', { name: 'Message' }).fill(`${words}?\n\nThank you.`)
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+1 555 010 7788')
  await page.getByRole('button', { name: 'Send' }).click()
  await expect(page.getByRole('status').filter({ hasText: 'Your question has been sent.' })).toBeVisible()
  await expect(page.getByRole('textbox', { name: 'Message' })).toHaveValue('')
  await expectAccessible(page)
  await expect(async () => {
    await openMail(page, 'office@demo.example', 'Got a Question')
    await expect(page.getByText(words)).toBeVisible({ timeout: 1000 })
  }).toPass()
  await expect(page.getByText(`; replies go to ${patient.email}`)).toBeVisible()
})

test('users choose which messages are mailed', async ({ signedIn, rows }) => {
  const patient = await rows.patient(undefined, { activated: true })
  const page = await signedIn(patient)
  await page.goto('/settings')
  const choice = page.getByRole('switch', { name: 'Patients and cell processing' })
  await expect(choice).toBeChecked()
  await expect(page.getByRole('switch', { name: 'Account and security' })).toBeDisabled()
  const kept = page.waitForResponse(
    (answer) => answer.url().endsWith('/notices/choices/') && answer.request().method() === 'PATCH',
  )
  // The switch changes with the server's answer.
  await choice.click()
  await kept
  await expect(choice).not.toBeChecked()
  await page.reload()
  await expect(choice).not.toBeChecked()
  await editLabRecord(rows, patient.id, { date_adipose_shipped_to_lab: '2026-01-05' })
  await rows.call(patient, 'PATCH', '/api/v1/notices/choices/', { patient: true })
  await editLabRecord(rows, patient.id, { date_vials_ready_to_ship: '2026-03-18' })
  await openMail(page, patient.email, SUBJECT)
  await expect(page.getByText('Open the portal to read it.')).toBeVisible()
  const list = await (await page.request.get('/dev/mail')).text()
  expect(list.split(`${SUBJECT}</a><br><small>to ${patient.email}`)).toHaveLength(2)
})
