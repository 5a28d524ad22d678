/** The Resource Center, and its floating button with the suggested resources of the page. */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { makePdf } from '../journey/pdf-file.ts'
import { addAsset, PICTURE, uploadFile } from './add-asset.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
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

test('a center finds a resource and previews its files; on a phone the floating button suggests some, and never covers a primary action', async ({
  signedIn,
  rows,
  request,
}) => {
  const [guideName, name] = [rows.uniqueName('Collection guide'), rows.uniqueName('Collection hours')]
  const { token } = await rows.session('admin')
  const [guide, box] = await Promise.all([
    uploadFile(request, token, { name: 'Guide.pdf', mimeType: 'application/pdf', buffer: makePdf(2, 'Guide') }),
    uploadFile(request, token, { name: 'Box.png', mimeType: 'image/png', buffer: PICTURE }),
  ])
  const link = { type: 1, name: 'Our site', path: 'https://kit.example/start' }
  const { id } = await addAsset(rows, {
    asset_name: guideName,
    sections: [{ url: '/patients-signatures' }],
    assets: [{ type: 2, name: 'Guide', path: guide }, { type: 2, name: 'Box', path: box }, link],
  })
  await addAsset(rows, { asset_name: name, sections: [{ url: '/hc-locations' }] })
  const center = await signedIn('harvestcenter')
  await center.goto('/resource-center')
  await center.getByRole('searchbox', { name: 'Search resources' }).fill(guideName)
  const card = center
    .getByRole('region', { name: 'Patient Signatures' })
    .getByRole('listitem')
    .filter({ hasText: guideName })
    .first()

  await test.step('a PDF and a picture open in the page', async () => {
    await card.getByRole('button', { name: 'Guide' }).click()
    const pdf = dialogOf(center, 'Guide')
    await expect(pdf.getByRole('img', { name: 'Page 2' }).or(pdf.getByLabel('Page 2'))).toBeVisible()
    await expect(pdf.getByRole('link', { name: 'Open in a new tab' })).toHaveAttribute('href', /^\/media\/assets\/.*signature=/)
    await expectAccessible(center)
    await center.keyboard.press('Escape')
    await card.getByRole('button', { name: 'Box' }).click()
    await expect(dialogOf(center, 'Box').getByRole('img', { name: 'Box' })).toBeVisible()
    await center.keyboard.press('Escape')
  })

  await test.step('a link opens safely in a new tab', async () => {
    const site = card.getByRole('link', { name: 'Our site' })
    await expect(site).toHaveAttribute('rel', 'noopener noreferrer')
    await expect(site).toHaveAttribute('target', '_blank')
    await center.context().route('https://kit.example/**', (route) => route.fulfill({ body: 'The site' }))
    const [tab] = await Promise.all([center.context().waitForEvent('page'), site.click()])
    await tab.close()
    await center.context().unroute('https://kit.example/**')
  })

  const views = async () => {
    const { assets } = await rows.call<{ assets: { views: number }[] }>('admin', 'GET', `/api/v1/assets/${id}/`)
    return assets.map((each) => each.views)
  }
  await expect.poll(views, 'each is counted').toEqual([1, 1, 1])

  const button = center.getByRole('button', { name: 'Resource Center' })
  const panel = center.getByRole('dialog', { name: 'Suggested Resources' })
  await center.setViewportSize(phone)

  await test.step('a page suggests its resources', async () => {
    await openWithin(center, '/hc-locations')
    await button.click()
    await expect(panel.getByRole('heading', { name })).toBeVisible()
    await expectAccessible(center)
    await center.keyboard.press('Escape')
    await expect(button).toBeFocused()
  })

  const withSubmit = async (address: string) => {
    await openWithin(center, address)
    await expect(center.locator('main [type="submit"]')).not.toHaveCount(0)
    await expect(center.locator('[aria-busy="true"]')).toHaveCount(0)
    await expect(center.locator(FLOATING_BUTTON)).toBeAttached()
  }
  await test.step('it covers nothing on a long form', async () => {
    await withSubmit('/harvest-center/checkout/processing-fee?patient=new')
    expect(await coveredActions(center)).toEqual([])
  })

  await test.step('it makes room for an action that comes below it', async () => {
    await withSubmit('/password')
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
