/** Times and today are those of the business, wherever its users are. */
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { listRows } from '../journey/tables.ts'

const BUSINESS = 'America/New_York'
const todayIn = (timeZone: string) => new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone }).format(new Date())
const time = (moment: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone: BUSINESS }).format(new Date(moment))

/** The other one of these two is never on the same day: one of them has another day than the business. */
const timezoneId = todayIn('Pacific/Kiritimati') === todayIn(BUSINESS) ? 'Pacific/Pago_Pago' : 'Pacific/Kiritimati'
test.use({ timezoneId })

test('a browser on another day shows the times and marks the day of the business', async ({ signedIn, rows }) => {
  const patient = await rows.patient()
  const query = `about_id=${patient.id}&type=account.created`
  const { results } = await rows.call<{ results: { at: string }[] }>('admin', 'GET', `/api/v1/audit/?${query}`)
  const admin = await signedIn('admin')
  await admin.goto(`/audit?${query}`)
  expect(await admin.evaluate(() => Intl.DateTimeFormat().resolvedOptions().timeZone)).toBe(timezoneId)
  await expect(listRows(admin, 'Audit').first()).toContainText(time(results[0]?.at ?? ''))

  // Again, should midnight have come in between.
  await expect(async () => {
    await openWithin(admin, '/all-transaction-report')
    await admin.getByRole('button', { name: /^Dates/ }).click()
    await admin.getByRole('textbox', { name: 'From' }).click()
    await expect(admin.locator('[aria-current="date"]')).toHaveAccessibleName(todayIn(BUSINESS))
  }).toPass()
})
