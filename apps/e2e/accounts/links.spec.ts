/** Names lead to the pages of their records: no link that a reader gets ends at "not found". */
import { expectAccessible } from '../journey/accessible.ts'
import { expect, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import type { CreatedUser, Rows } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'
import { payFee } from '../shipping/fees.ts'

/** A list with names of other records, for each role that reads such lists. */
const lists: [user: DemoUser, path: string][] = [
  ['admin', '/all-transaction-report'],
  ['admin', '/fedex-requests'],
  ['lab', '/orders-to-ship?state=shipped'],
  ['lab', '/vials'],
  ['harvestcenter', '/hc-transaction-history'],
  ['referral', '/hc-transaction-history'],
  ['salesrep', '/my-transaction-report'],
  ['manager', '/team-transaction-report'],
  ['distributor', '/manager-teams-transaction-report'],
]
const LINKS = 'main a[href^="/users/"], main a[href^="/receipt/"], main a[href^="/labels/"], main a[href^="/vials/"]'
/** Links of one list that are opened. */
const MOST = 8

for (const [user, path] of lists) {
  test(`every name that ${user} may follow in ${path} opens its page`, async ({ signedIn }) => {
    const page = await signedIn(user)
    await page.goto(path)
    await expect(page.locator(LINKS).first()).toBeVisible()
    const found = await page.locator(LINKS).evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    for (const href of [...new Set(found)].slice(0, MOST)) {
      await openWithin(page, href)
      await untilQuiet(page)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(page.getByText(/Nobody found here|No .+ found/)).toBeHidden()
    }
  })
}

/** Lists that open a drawer or page, and the start of the links to their pages. The center is one that paid a fee for a patient. */
const shortLists: [user: DemoUser | 'center', path: string, list: string, href: string][] = [
  ['admin', '/dashboard', 'Newest users', '/users/'],
  ['referral', '/dashboard', 'Newest patients', '/users/'],
  ['center', '/dashboard', 'Recent transactions', '/users/'],
  ['center', '/fedex-request-label', 'Processing fees', '/users/'],
  ['center', '/fedex-request-label', 'Processing fees', '/receipt/'],
  ['manager', '/dashboard', 'Your sales reps', '/users/'],
  ['distributor', '/all-manager-sr-team', 'Sales reps', '/users/'],
]

async function centerWithFee(rows: Rows): Promise<CreatedUser> {
  const center = await rows.center()
  await payFee(rows, center, await rows.patient(center.id))
  return center
}

for (const [user, path, list, href] of shortLists) {
  test(`${user} follows names in ${list} of ${path} to ${href}`, async ({ signedIn, rows }) => {
    const page = await signedIn(user === 'center' ? await centerWithFee(rows) : user)
    await page.goto(path)
    const link = page.getByRole('table', { name: list }).locator(`a[href^="${href}"]`).first()
    await openWithin(page, (await link.getAttribute('href')) ?? '')
    await untilQuiet(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText(/Nobody found here|No .+ found/)).toBeHidden()
  })
}

test('the page of a person names the list that it belongs to', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const patient = await rows.patient(center.id)
  const lists: [reader: DemoUser, id: number, list: string, path: string][] = [
    ['admin', patient.id, 'Patients', '/all-patients'],
    ['admin', center.id, 'Harvest Centers', '/all-harvest-centers'],
    ['admin', center.rep, 'Sales', '/all-sales'],
    ['lab', patient.id, 'Patients', '/lab-patients'],
    ['manager', center.id, 'Team Centers', '/team-centers'],
  ]
  for (const [reader, id, list, path] of lists) {
    const page = await signedIn(reader)
    await page.goto(`/users/${id}`)
    const above = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: list, exact: true })
    await expect(above, `${reader} of user ${id}`).toHaveAttribute('href', path)
  }
})

test('a drawer steps through its list by buttons and keys, and opens as a page', async ({ signedIn }) => {
  const page = await signedIn('harvestcenter')
  await page.goto('/dashboard')
  const names = page.getByRole('table', { name: 'Patients' }).getByRole('rowheader')
  await names.first().getByRole('link').click()
  const drawer = page.getByRole('dialog')
  await expect(drawer).toContainText(await names.first().innerText())
  await expect(drawer.getByRole('button', { name: 'Previous', exact: true })).toBeDisabled()
  await page.keyboard.press('j')
  await expect(drawer).toContainText(await names.nth(1).innerText())
  await drawer.getByRole('button', { name: 'Previous', exact: true }).click()
  await expect(drawer).toContainText(await names.first().innerText())
  await expectAccessible(page)
  const name = await names.first().innerText()
  await drawer.getByRole('link', { name: 'Open as page' }).click()
  await expect(page).toHaveURL(/\/users\/\d+/)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.getByRole('tab', { name: 'Documents' }).click()
  await expect(page).toHaveURL(/tab=documents/)
  await expectAccessible(page)
})

test('a center opens the page of its staff, and stays logged in', async ({ signedIn, rows }) => {
  const center = await rows.center()
  const staff = await rows.staff([center.id])
  const desk = await signedIn(center)
  await desk.goto(`/users/${staff.id}`)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(staff.last_name)
  await expect(desk.getByText('Belongs to')).toBeVisible()
  await untilQuiet(desk)
  await desk.goto('/dashboard')
  await expect(desk).toHaveURL(/\/dashboard$/)
})

test('going back from an entered account returns to the list that was left', async ({ signedIn }) => {
  const admin = await signedIn('admin')
  await admin.goto('/all-users?search=Laurel')
  await admin
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  await admin.getByRole('menuitem', { name: 'Login As' }).click()
  await admin.getByRole('button', { name: /back/i }).click()
  await expect(admin).toHaveURL(/\/all-users\?search=Laurel/)
})
