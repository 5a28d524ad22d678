/** The floating button of the Resource Center with the suggested resources of the page. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { addAsset } from './add-asset.ts'

const phone = { width: 390, height: 844 }
const FLOATING_BUTTON = '[aria-label="Resource Center"][aria-haspopup]'

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
    for (let top = 0; top <= document.documentElement.scrollHeight; top += 60) {
      scrollTo(0, top)
      await nextFrame()
      await nextFrame()
      // The button hides in a later frame when the page is busy.
      for (let frame = 0; frame < 60 && look(top).length > 0; frame++) await nextFrame()
      covered.push(...look(top))
    }
    return covered
  }, FLOATING_BUTTON)

test('the floating button shows what is suggested on the page, and never covers a primary action on a phone', async ({
  signedIn,
  rows,
}) => {
  const name = rows.uniqueName('Collection hours')
  await addAsset(rows, { asset_name: name, sections: [{ url: '/hc-locations' }] })
  const center = await signedIn('harvestcenter')
  const button = center.getByRole('button', { name: 'Resource Center' })
  const panel = center.getByRole('dialog', { name: 'Suggested Resources' })
  await center.setViewportSize(phone)

  await test.step('a page suggests its resources', async () => {
    await center.goto('/hc-locations')
    await button.click()
    await expect(panel.getByRole('heading', { name })).toBeVisible()
    await expectAccessible(center)
    await center.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

  for (const address of ['/harvest-center/checkout/processing-fee?patient=new', '/password'])
    await test.step(`it covers nothing on ${address}`, async () => {
      await openWithin(center, address)
      await expect(center.locator('main [type="submit"]')).not.toHaveCount(0)
      await expect(center.locator('[aria-busy="true"]')).toHaveCount(0)
      await expect(center.locator(FLOATING_BUTTON)).toBeAttached()
      expect(await coveredActions(center)).toEqual([])
    })

  await test.step('it makes room for an action that comes below it', async () => {
    const submit = center.locator('#content [type="submit"]')
    await center.evaluate(() => scrollTo(0, 0))
    const box = await submit.boundingBox()
    if (!box) throw new Error('The form has no button')
    const floating = center.locator(FLOATING_BUTTON)
    await expect(floating).toBeVisible()
    await submit.evaluate((element) => {
      element.style.width = '100%'
    })
    // So low that the button of the form ends at the bottom of the window.
    await center.setViewportSize({ ...phone, height: Math.round(box.y + box.height + 16) })
    await expect(floating).toBeHidden()
    await center.setViewportSize(phone)
    await expect(floating).toBeVisible()
  })

  await test.step('a page without suggestions leads to all resources', async () => {
    await button.click()
    await expect(panel.getByText('No resources for this page')).toBeVisible()
    await panel.getByRole('link', { name: 'Open the Resource Center' }).click()
    await expect(center).toHaveURL(/\/resource-center$/)
    await expect(panel).toBeHidden()
    await expect(center.getByRole('heading', { name })).toBeVisible()
  })
})
