/** Pointing at or touching a link loads the code of its screen, and no data: each read of a patient is on the record. */
import { expect, type Locator, test } from '../journey/journey.ts'
import { untilQuiet } from '../journey/quiet.ts'

/** How a person comes to a menu entry, and the file of its screen. */
const ways: [way: string, entry: string, file: string, begin: (entry: Locator) => Promise<void>][] = [
  ['pointing', 'Referral Harvest Centers', 'rep-centers-screen', (entry) => entry.hover()],
  ['focus', 'My Transactions', 'transactions', (entry) => entry.focus()],
  // The touch that comes before the tap.
  ['touch', 'Patients', 'sales-patients-screens', (entry) => entry.dispatchEvent('touchstart')],
]

test('a rep who points at, focuses or touches a menu entry loads the code of its screen and no data', async ({ signedIn }) => {
  const page = await signedIn('salesrep')
  await page.goto('/dashboard')
  await untilQuiet(page)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const entryOf = (name: string) => page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name, exact: true })
  for (const [way, entry, file, begin] of ways)
    await test.step(way, async () => {
      await begin(entryOf(entry))
      await expect.poll(() => requests.some((path) => path.startsWith(`/assets/${file}-`))).toBe(true)
      await untilQuiet(page)
      expect(requests.filter((path) => path.startsWith('/api/'))).toEqual([])
    })

  await test.step('the opened screen reads its list once', async () => {
    await entryOf('Patients').click()
    await expect(page).toHaveURL('/patients')
    await expect.poll(() => requests.filter((path) => path.endsWith('/users/patient/list/')).length).toBe(1)
  })
})
