/** The floating button of the Resource Center with the suggested resources of the page. */
import { expectAccessible, expectContrast } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import type { DemoUser } from '../journey/users.ts'
import { addAsset } from './add-asset.ts'

const phone = { width: 390, height: 844 }
const FLOATING_BUTTON = '[aria-label="Resource Center"][aria-haspopup]'

test('the floating button shows what is suggested on the page, by its path with parameters', async ({ signedIn, rows }) => {
  const name = rows.uniqueName('Lab hours')
  await addAsset(rows, { asset_name: name, membership_ids: [1], sections: [{ url: '/lab/{lab_id}/harvest-center/{hc_id}' }] })
  const lab = await signedIn('lab')
  const { user } = await rows.session('lab')
  const { user: center } = await rows.session('harvestcenter')
  await lab.goto(`/lab/${user.id}/harvest-center/${center.id}`)
  const button = lab.getByRole('button', { name: 'Resource Center' })
  const panel = lab.getByRole('dialog', { name: 'Suggested Resources' })
  await button.click()
  await expect(panel.getByRole('heading', { name })).toBeVisible()
  await expectAccessible(lab)
  await lab.keyboard.press('Escape')
  await expect(button).toBeFocused()

  await test.step('another page does not suggest it, and leads to all resources', async () => {
    await lab.setViewportSize(phone)
    await lab.emulateMedia({ colorScheme: 'dark' })
    await lab.goto('/password')
    await button.click()
    await expect(panel.getByText('No resources for this page')).toBeVisible()
    await expectContrast(lab, 'dark')
    await panel.getByRole('link', { name: 'Open the Resource Center' }).click()
    await expect(lab).toHaveURL(/\/resource-center$/)
    await expect(panel).toBeHidden()
    await expect(lab.getByRole('heading', { name })).toBeVisible()
  })
})

test('suggested resources that cannot be loaded offer another try', async ({ signedIn, refusals }) => {
  const center = await signedIn('harvestcenter')
  refusals.allow(500, '/api/v1/assets/subscription/4/section/')
  await center.route(/\/section\/$/, (route) => route.fulfill({ status: 500, json: { code: 'internal', message: 'Broken' } }))
  await center.goto('/password')
  await center.getByRole('button', { name: 'Resource Center' }).click()
  await expect(
    center.getByRole('dialog', { name: 'Suggested Resources' }).getByRole('button', { name: 'Try again' }),
  ).toBeVisible()
})

const screensWithActions: [DemoUser, string[]][] = [
  [
    'harvestcenter',
    ['/dashboard', '/harvest-center/checkout/processing-fee?patient=new', '/request-patients-signatures', '/hc-locations'],
  ],
  ['patient', ['/password', '/checkout/patient-vials', '/contact']],
  ['admin', ['/dashboard', '/coupon-manager', '/payment-settings', '/import']],
]

/** Scrolls through the page and returns the actions that the visible floating button lies over, also after a moment. */
const coveredActions = (page: Page) =>
  page.evaluate(async (floatingButton) => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    const floating = document.querySelector(floatingButton) as HTMLElement
    const isCovered = (action: HTMLElement) => {
      const [own, box] = [floating.getBoundingClientRect(), action.getBoundingClientRect()]
      const apart = box.right <= own.left || box.left >= own.right || box.bottom <= own.top || box.top >= own.bottom
      return action.checkVisibility() && !apart
    }
    const look = (top: number) => {
      if (getComputedStyle(floating).visibility === 'hidden') return []
      const actions = document.querySelectorAll<HTMLElement>('main [data-variant="filled"], main [type="submit"]')
      return [...actions].filter(isCovered).map(({ innerText }) => `${innerText} at ${top}`)
    }
    const covered: string[] = []
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 40) {
      scrollTo(0, top)
      await nextFrame()
      await nextFrame()
      // The button hides in a later frame when the page is busy.
      for (let frame = 0; frame < 60 && look(top).length > 0; frame++) await nextFrame()
      covered.push(...look(top))
    }
    return covered
  }, FLOATING_BUTTON)

for (const [who, addresses] of screensWithActions) {
  test(`the floating button never covers a primary action of ${who} on a phone`, async ({ signedIn }) => {
    const page = await signedIn(who)
    await page.setViewportSize(phone)
    for (const address of addresses) {
      await test.step(address, async () => {
        await page.goto(address)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
        await expect(page.locator(FLOATING_BUTTON)).toBeAttached()
        expect(await coveredActions(page)).toEqual([])
      })
    }
  })
}

test('the floating button makes room for an action below it', async ({ signedIn }) => {
  const patient = await signedIn('patient')
  // So low that the button of the form ends at the bottom of the window.
  await patient.setViewportSize(phone)
  await patient.goto('/password')
  const submit = patient.locator('#content [type="submit"]')
  const box = await submit.boundingBox()
  if (!box) throw new Error('The form has no button')
  const floating = patient.locator(FLOATING_BUTTON)
  await expect(floating).toBeVisible()
  await submit.evaluate((element) => {
    element.style.width = '100%'
  })
  await patient.setViewportSize({ width: 390, height: Math.round(box.y + box.height + 16) })
  await expect(floating).toBeHidden()
  await patient.setViewportSize(phone)
  await expect(floating).toBeVisible()
})
