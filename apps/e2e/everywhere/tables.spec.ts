/** The table of all lists: order, page size, rows that are links, the way back, and rows on a phone. */
import { expectAccessible } from '../journey/accessible.ts'
import { holdAnswers } from '../journey/hold-answers.ts'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import { listRows } from '../journey/tables.ts'

const TRANSACTIONS = '/all-transaction-report'
const rowsOf = (page: Page) => listRows(page, 'Transactions')
const headOf = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('an admin chooses rows, reads short ones on a phone, sorts and searches users, and pages through sales and comes back', async ({
  signedIn,
  rows,
  refusals,
}) => {
  const admin = await signedIn('admin')
  await rows.patient()
  await admin.goto(`/all-patients?search=${rows.key}`)

  await test.step('chosen rows stay chosen while the list is sorted, and keys work on their boxes', async () => {
    await listRows(admin, 'Patients', rows.key).getByRole('checkbox').check()
    const bar = admin.getByRole('region', { name: 'Selected patients' })
    await expect(bar.getByRole('status')).toHaveText('1 selected')
    await headOf(admin, 'Patient').getByRole('button', { name: 'Patient', exact: true }).click()
    await expect(admin).toHaveURL(/sort=/)
    await untilQuiet(admin)
    await expect(bar.getByRole('status')).toHaveText('1 selected')
    await listRows(admin, 'Patients', rows.key).getByRole('checkbox').focus()
    await admin.keyboard.press('/')
    await expect(admin.getByRole('searchbox', { name: /^Search/ })).toBeFocused()
  })

  await test.step('the heads of a table are in their places before its rows', async () => {
    const release = await holdAnswers(admin, '**/api/v1/users/all/**')
    await openWithin(admin, '/all-users')
    const heads = admin.locator('thead th')
    await expect(heads.first()).toBeVisible()
    const firstPlaces = () =>
      heads.evaluateAll((all) => [all.length, ...all.slice(0, 2).map((head) => Math.round(head.getBoundingClientRect().x))])
    const before = await firstPlaces()
    release()
    await expect(listRows(admin, 'All users')).toHaveCount(20)
    expect(await firstPlaces()).toEqual(before)
    await admin.unroute('**/api/v1/users/all/**')
  })

  await test.step('a row on a phone is short, and opens the rest', async () => {
    await admin.setViewportSize({ width: 390, height: 844 })
    await openWithin(admin, TRANSACTIONS)
    const row = rowsOf(admin).first()
    await expect(row).toContainText(/V-.*\$/)
    expect((await row.boundingBox())?.height).toBeLessThan(110)
    await row.getByText(/20\d\d/).click()
    await expect(admin).toHaveURL(/\/receipt\/\d+$/)
    await openWithin(admin, '/all-users')
    await admin.getByRole('combobox', { name: 'Sort' }).selectOption('-joined')
    await expect(admin).toHaveURL('/all-users?sort=-joined')
    await admin.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('the heads of a table sort it, and the third click gives its own order back', async () => {
    await openWithin(admin, '/all-users?offset=20')
    await expect(headOf(admin, 'Joined')).toHaveAttribute('aria-sort', 'none')
    const sortBy = headOf(admin, 'Joined').getByRole('button', { name: 'Joined' })
    await sortBy.focus()
    await admin.keyboard.press('Enter')
    await expect(admin).toHaveURL('/all-users?sort=-joined')
    await expect(headOf(admin, 'Joined')).toHaveAttribute('aria-sort', 'descending')
    await sortBy.click()
    await expect(headOf(admin, 'Joined')).toHaveAttribute('aria-sort', 'ascending')
    await expect(admin).toHaveURL('/all-users?sort=joined')
    await sortBy.click()
    await expect(admin).toHaveURL('/all-users')
  })

  await test.step('a list goes back to its own order when its address sorts by something else', async () => {
    refusals.allow(422, '/api/v1/users/all/')
    await openWithin(admin, '/all-users?sort=password')
    await expect(admin).toHaveURL('/all-users')
    await expect(listRows(admin, 'All users')).toHaveCount(20)
  })

  await test.step('a search lets the text go on that is typed meanwhile', async () => {
    await openWithin(admin, '/all-users')
    const box = admin.getByRole('searchbox', { name: /^Search/ })
    await box.pressSequentially('Nora ')
    await expect(admin).toHaveURL('/all-users?search=Nora')
    await untilQuiet(admin)
    await box.pressSequentially('Hale')
    await expect(box).toHaveValue('Nora Hale')
    await expect(admin).toHaveURL(/search=Nora(\+|%20)Hale/)
    await admin.getByRole('group', { name: 'Active filters' }).getByRole('button').first().click()
    await expect(box).toHaveValue('')
  })

  await test.step('a long page does not leave a long blank when a search finds less', async () => {
    await openWithin(admin, '/all-users?limit=50')
    await expect(listRows(admin, 'All users').nth(40)).toBeVisible()
    await untilQuiet(admin)
    await admin.getByRole('searchbox', { name: /^Search/ }).fill('nothing has this name')
    await expect(admin.getByText('No results')).toBeVisible()
    const windows = await admin.evaluate(() => document.documentElement.scrollHeight / innerHeight)
    expect(windows).toBeLessThan(2)
  })

  await test.step('the page size is a choice, and stays in the address', async () => {
    await openWithin(admin, `${TRANSACTIONS}?offset=30`)
    await admin.getByRole('combobox', { name: 'Rows per page' }).selectOption('20')
    await expect(admin).toHaveURL(`${TRANSACTIONS}?offset=20&limit=20`)
    await expect(rowsOf(admin)).toHaveCount(20)
  })

  await test.step('a row under the pointer is marked in both color schemes', async () => {
    await openWithin(admin, TRANSACTIONS)
    const row = rowsOf(admin).first()
    const background = () => row.evaluate((element) => getComputedStyle(element).backgroundColor)
    await expect(row).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await admin.emulateMedia({ colorScheme })
      await headOf(admin, 'Invoice').hover()
      const plain = await background()
      await row.hover()
      expect(await background(), colorScheme).not.toBe(plain)
    }
  })

  await test.step('all tables of a browser become compact', async () => {
    await expect(rowsOf(admin)).toHaveCount(10)
    await untilQuiet(admin)
    const tall = (await rowsOf(admin).first().boundingBox())?.height ?? 0
    await admin.getByRole('button', { name: 'Display options' }).click()
    const options = admin.getByRole('dialog', { name: 'Display options' })
    await options.getByText('Compact').click()
    await expectAccessible(admin)
    await expect.poll(async () => (await rowsOf(admin).first().boundingBox())?.height).toBeLessThan(tall)
    await openWithin(admin, '/all-users')
    await expect(admin.locator('[data-density="compact"]')).toBeVisible()
  })

  await test.step('the name of a row is a link: it opens in a new tab, and Back returns to the row', async () => {
    await openWithin(admin, `${TRANSACTIONS}?offset=20&limit=20`)
    await expect(rowsOf(admin)).toHaveCount(20)
    await untilQuiet(admin)
    const link = rowsOf(admin).nth(15).getByRole('link').first()
    await link.scrollIntoViewIfNeeded()
    const opening = admin.context().waitForEvent('page')
    await link.click({ modifiers: ['ControlOrMeta'] })
    const tab = await opening
    await expect(tab).toHaveURL(/\/receipt\/\d+$/)
    await tab.close()
    await expect(admin).toHaveURL(`${TRANSACTIONS}?offset=20&limit=20`)
    const scrolled = await admin.evaluate(() => scrollY)
    expect(scrolled).toBeGreaterThan(0)
    const text = (await link.textContent()) ?? ''
    await link.click()
    await expect(admin).toHaveURL(/\/receipt\/\d+$/)
    await admin.goBack()
    await expect(rowsOf(admin)).toHaveCount(20)
    await expect(admin.getByRole('link', { name: text, exact: true })).toBeFocused()
    await expect.poll(() => admin.evaluate(() => scrollY)).toBe(scrolled)
  })

  await test.step('/ goes to the search box, which stays in its place while the list changes', async () => {
    await openWithin(admin, `${TRANSACTIONS}?limit=20`)
    await expect(rowsOf(admin)).toHaveCount(20)
    await admin.setViewportSize({ width: 1280, height: 480 })
    const box = admin.getByRole('searchbox', { name: 'Search transactions' })
    await admin.keyboard.press('/')
    await expect(box).toBeFocused()
    await admin.evaluate(() => scrollTo(0, 60))
    const before = await box.boundingBox()
    await box.pressSequentially('nothing has this name/')
    await expect(admin.getByText('No results')).toBeVisible()
    await expect(box).toHaveValue('nothing has this name/')
    expect(await box.boundingBox()).toEqual(before)
  })
})
