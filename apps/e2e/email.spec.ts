/** Mail of the business: its DNS records, a test mail, and the log of mails. */
import { expectAccessible, expectContrast } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { openMail } from './journey/mailbox.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('an admin sees the DNS records, verifies them, and sends a test mail', async ({ signedIn, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const admin = await signedIn('admin')
  await admin.goto('/white-label-settings?tab=email')
  const section = admin.getByRole('region', { name: 'Email Configuration' })
  const row = (text: string) => section.getByRole('row').filter({ hasText: text })

  await test.step('the table has the columns of the records', async () => {
    for (const name of ['Name', 'Record Type', 'Status', 'Value'])
      await expect(section.getByRole('columnheader', { name, exact: true })).toBeVisible()
    await expect(row('_dmarc.demo.example')).toContainText(/TXT.*Not verified.*v=DMARC1; p=quarantine/)
    await expect(row('_domainkey.demo.example')).toContainText(/v=DKIM1; k=rsa; p=/)
    await expect(row('bounces.demo.example')).toContainText('CNAME')
  })

  await test.step('Verify Status looks them up and says what is wrong', async () => {
    await section.getByRole('button', { name: 'Verify Status' }).click()
    await expect(section.getByText('0 of 5 records are valid.')).toBeVisible({ timeout: 30_000 })
    await expect(row('_dmarc.demo.example')).toContainText(/Not valid|Unknown/)
    await expectAccessible(admin)
  })

  await test.step('a new key waits next to the earlier one', async () => {
    await section.getByRole('button', { name: 'New DKIM key' }).click()
    await admin.getByRole('dialog', { name: 'Make a new DKIM key?' }).getByRole('button', { name: 'Make a new key' }).click()
    await expect(admin.getByText('The new key is made. Enter its record at your DNS provider.')).toBeVisible()
  })

  await test.step('a test mail is sent to the entered address', async () => {
    await section.getByLabel('Send a test mail to').fill('nobody')
    await section.getByRole('button', { name: 'Send test mail' }).click()
    await expect(section.getByLabel('Send a test mail to')).toHaveAccessibleDescription('Enter a valid email address.')
    await section.getByLabel('Send a test mail to').fill('test-mail@demo.example')
    await section.getByRole('button', { name: 'Send test mail' }).click()
    await expect(section.getByText('The mail server took the test mail to test-mail@demo.example.')).toBeVisible()
  })

  await test.step('a phone shows the records as cards, in both colour schemes', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(section.getByText('_dmarc.demo.example')).toBeVisible()
    await expectAccessible(admin)
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
  })
})

test('an admin finds a mail in the log and sends it again', async ({ signedIn, page, rows }) => {
  const email = `${rows.uniqueName('mail-log').replaceAll(/\W+/g, '-').toLowerCase()}@demo.example`
  const { email: user } = await rows.patient(undefined, { activated: true })
  const admin = await signedIn('admin')
  await test.step('a test mail is in the log', async () => {
    await admin.goto('/white-label-settings?tab=email')
    await admin.getByLabel('Send a test mail to').fill(email)
    await admin.getByRole('button', { name: 'Send test mail' }).click()
    await expect(admin.getByText(`The mail server took the test mail to ${email}.`)).toBeVisible()
    await admin.getByRole('link', { name: 'Mail Log' }).last().click()
    await expect(admin.getByRole('heading', { name: 'Mail Log', level: 1 })).toBeVisible()
    await expect(listRows(admin, 'Mails', email)).toContainText(/Test mail of .*Sent/)
  })

  await test.step('a mail that a user asked for is sent again', async () => {
    await page.goto('/forgot-password')
    await page.getByLabel('Email').fill(user)
    await page.getByRole('button', { name: 'Reset Password' }).click()
    // The log knows the recipient only after the mail was written, and a list without waiting mails does not refresh itself.
    await openMail(page, user, 'Set a new password')
    await admin.getByRole('searchbox', { name: 'Whole email of the recipient' }).fill(user)
    const mails = listRows(admin, 'Mails', 'Set a new password')
    await expect(admin.getByText(`Email: ${user}`)).toBeVisible()
    await expect(mails.first()).toContainText('Sent')
    await expectAccessible(admin)
    await chooseRowAction(admin, mails.first(), 'Resend')
    await admin
      .getByRole('dialog', { name: /Send .* again\?/ })
      .getByRole('button', { name: 'Resend' })
      .click()
    await expect(admin.getByText('The mail is sent again.')).toBeVisible()
    await expect(mails).toHaveCount(2)
    await expect(mails.first()).toContainText('Sent')
  })

  await test.step('the log of one user', async () => {
    await chooseRowAction(admin, listRows(admin, 'Mails', user).first(), 'All mails of this user')
    await expect(admin.getByText(/^User: /)).toBeVisible()
    await admin.getByRole('combobox', { name: 'Status' }).click()
    await admin.getByRole('option', { name: 'Refused' }).click()
    await expect(admin.getByText('No results')).toBeVisible()
  })

  await test.step('a phone shows cards, in both colour schemes', async () => {
    await admin.goto('/mail-log')
    await admin.setViewportSize({ width: 390, height: 844 })
    await expect(listRows(admin, 'Mails').first()).toBeVisible()
    await expectAccessible(admin)
    await admin.emulateMedia({ colorScheme: 'dark' })
    await expectContrast(admin, 'dark')
  })
})
