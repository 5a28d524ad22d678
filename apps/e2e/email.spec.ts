/** Mail of the business: its DNS records, a test mail, and the log of mails. */
import { expectAccessible } from './journey/accessible.ts'
import { expect, test } from './journey/journey.ts'
import { passwordToken } from './journey/mailbox.ts'
import { chooseRowAction, listRows } from './journey/tables.ts'

test('an admin verifies the DNS records, sends a test mail, and sends a mail of the log again', async ({
  signedIn,
  rows,
  request,
}) => {
  const patient = await rows.patient()
  const address = rows.email('test-mail')
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
    await expect(section.getByText('0 of 5 records are valid.')).toBeVisible()
    await expect(row('_dmarc.demo.example')).toContainText(/Not valid|Unknown/)
    await expectAccessible(admin)
  })

  await test.step('a new key waits next to the earlier one', async () => {
    await section.getByRole('button', { name: 'New DKIM key' }).click()
    await admin.getByRole('dialog', { name: 'Make a new DKIM key?' }).getByRole('button', { name: 'Make a new key' }).click()
    await expect(admin.getByText('The new key is made. Enter its record at your DNS provider.')).toBeVisible()
  })

  await test.step('a test mail is sent to the entered address, and is in the log', async () => {
    await section.getByLabel('Send a test mail to').fill(address)
    await section.getByRole('button', { name: 'Send test mail' }).click()
    await expect(section.getByText(`The mail server took the test mail to ${address}.`)).toBeVisible()
    await section.getByRole('link', { name: 'Mail Log' }).click()
    await expect(listRows(admin, 'Mails', address)).toContainText(/Test mail of .*Sent/)
  })

  await test.step('the mail to a new patient is sent again', async () => {
    // A list without waiting mails does not refresh itself.
    await passwordToken(request, patient.email)
    await admin.getByRole('searchbox', { name: 'Whole email of the recipient' }).fill(patient.email)
    await expect(admin.getByText(`Email: ${patient.email}`)).toBeVisible()
    const mails = listRows(admin, 'Mails', 'Your account is ready')
    await expect(mails).toHaveCount(1)
    await expect(mails).toContainText('Sent')
    await chooseRowAction(admin, mails, 'Resend')
    await admin
      .getByRole('dialog', { name: /Send .* again\?/ })
      .getByRole('button', { name: 'Resend' })
      .click()
    await expect(admin.getByText('The mail is sent again.')).toBeVisible()
    await expect(mails).toHaveCount(2)
    await expect(mails.first()).toContainText('Sent')
  })

  await test.step('the log of one user', async () => {
    await chooseRowAction(admin, listRows(admin, 'Mails', patient.email).first(), 'All mails of this user')
    await expect(admin.getByText(/^User: /)).toBeVisible()
    await admin.getByRole('combobox', { name: 'Status' }).click()
    await admin.getByRole('option', { name: 'Refused' }).click()
    await expect(admin.getByText('No results')).toBeVisible()
  })
})
