/** Controls on a phone are at least 44 px, large enough for a finger. */
import { expect, type Page, test } from '../journey/journey.ts'
import type { DemoUser } from '../journey/users.ts'

/** Small buttons inside fields and chips are exempt: the same action exists as a larger control. */
const EXEMPT = '.mantine-NumberInput-control, .mantine-Pill-remove'

const tooSmall = (page: Page) =>
  page.evaluate(
    (spared) =>
      [...document.querySelectorAll<HTMLElement>('button, [role="tab"], input:not([type="radio"], [type="checkbox"])')]
        .filter((each) => each.checkVisibility({ visibilityProperty: true }) && !each.matches(spared))
        // A field within a frame of its own is as large as the frame.
        .map((each) => each.closest<HTMLElement>('.mantine-PasswordInput-input') ?? each)
        .filter((each) => each.offsetWidth > 1 && each.offsetHeight < (each.closest('.mantine-Input-section') ? 40 : 44))
        .map((each) => `${each.getAttribute('aria-label') ?? each.innerText}: ${each.offsetHeight} px`),
    EXEMPT,
  )

const visits: [DemoUser, string[]][] = [
  ['admin', ['/dashboard', '/all-transaction-report?search=Amelia', '/payments-to-review', '/inactive-users']],
  ['harvestcenter', ['/harvest-center/checkout/processing-fee?patient=new', '/hc-transaction-history', '/profile']],
  ['salesrep', ['/dashboard', '/patients']],
]

for (const [who, addresses] of visits) {
  test(`the controls of ${who} on a phone are large enough`, async ({ signedIn }) => {
    const page = await signedIn(who)
    await page.setViewportSize({ width: 390, height: 844 })
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        expect(await tooSmall(page)).toEqual([])
      })
    }
  })
}
