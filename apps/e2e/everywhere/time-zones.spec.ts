/** Times and today are those of the business, wherever its users are. The two zones of the browsers are never on the same day. */
import { expect, test } from '../journey/journey.ts'
import { listRows } from '../journey/tables.ts'

const BUSINESS = 'America/New_York'
const today = () => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: BUSINESS }).format(new Date())
const time = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: BUSINESS }).format(new Date(moment))

for (const timezoneId of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
  test.describe(timezoneId, () => {
    test.use({ timezoneId })

    test('a browser shows the times and marks the day of the business', async ({ signedIn, rows }) => {
      const patient = await rows.patient()
      const query = `about_id=${patient.id}&type=account.created`
      const { results } = await rows.call<{ results: { at: string }[] }>('admin', 'GET', `/api/v1/audit/?${query}`)
      const admin = await signedIn('admin')
      await admin.goto(`/audit?${query}`)
      expect(await admin.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(timezoneId)
      await expect(listRows(admin, 'Audit').first()).toContainText(time(results[0]?.at ?? ''))

      // Again, should midnight have come in between.
      await expect(async () => {
        await admin.goto('/all-transaction-report')
        await admin.getByRole('button', { name: /^Dates/ }).click()
        await admin.getByRole('textbox', { name: 'From' }).click()
        await expect(admin.locator('[aria-current="date"]')).toHaveAccessibleName(today())
      }).toPass()
    })
  })
}
