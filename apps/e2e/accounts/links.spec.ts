/** Names lead to the pages of their records: no link that a reader gets ends at "not found". */
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import type { CreatedUser, Rows } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'
import { payFee } from '../shipping/fees.ts'

/** Lists with names of other records, for each role that reads them. The center is one that paid a fee for a patient. */
const lists: Record<string, [user: DemoUser | 'center', paths: string[]][]> = {
  'admins and labs': [
    ['admin', ['/dashboard', '/all-transaction-report', '/fedex-requests']],
    ['lab', ['/orders-to-ship?state=shipped', '/vials']],
  ],
  centers: [
    ['harvestcenter', ['/hc-transaction-history']],
    ['referral', ['/dashboard', '/hc-transaction-history']],
    ['center', ['/dashboard', '/fedex-request-label']],
  ],
  'the sales line': [
    ['salesrep', ['/my-transaction-report']],
    ['manager', ['/dashboard', '/team-transaction-report']],
    ['distributor', ['/manager-teams-transaction-report', '/all-manager-sr-team']],
  ],
}
const KINDS = ['/users/', '/receipt/', '/labels/', '/vials/']
const LINKS = KINDS.map((kind) => `main table a[href^="${kind}"]`).join()

/** Two links of each kind in each table. */
const linksOf = (page: Page) =>
  page.locator(LINKS).evaluateAll((links, kinds) => {
    const groups = Object.groupBy(links as HTMLAnchorElement[], (link) => {
      const tables = [...document.querySelectorAll('table')]
      return tables.findIndex((table) => table.contains(link)) + (kinds.find((kind) => link.pathname.startsWith(kind)) ?? '')
    })
    const some = Object.values(groups).flatMap((group) => [...new Set(group?.map(({ pathname }) => pathname))].slice(0, 2))
    return [...new Set(some)]
  }, KINDS)

async function centerWithFee(rows: Rows): Promise<CreatedUser> {
  const center = await rows.center()
  await payFee(rows, center, await rows.patient(center.id))
  return center
}

for (const [readers, own] of Object.entries(lists))
  test(`every name that ${readers} may follow in a list opens its page`, async ({ signedIn, rows }) => {
    for (const [user, paths] of own) {
      const page = await signedIn(user === 'center' ? await centerWithFee(rows) : user)
      await page.goto('/unauthorized')
      for (const path of paths)
        await test.step(`${user} in ${path}`, async () => {
          await openWithin(page, path)
          await expect(page.locator(LINKS).first()).toBeVisible()
          await untilQuiet(page)
          for (const href of await linksOf(page)) {
            await openWithin(page, href)
            await untilQuiet(page)
            await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
            await expect(page.getByText(/Nobody found here|No .+ found/)).toBeHidden()
          }
        })
    }
  })

test('the page of a person names the list that it belongs to; a center opens that of its staff, and stays logged in', async ({
  signedIn,
  rows,
}) => {
  const center = await rows.center()
  const [patient, staff] = [await rows.patient(center.id), await rows.staff([center.id])]
  const pages: [reader: DemoUser, people: [id: number, list: string, path: string][]][] = [
    [
      'admin',
      [
        [patient.id, 'Patients', '/all-patients'],
        [center.id, 'Harvest Centers', '/all-harvest-centers'],
        [center.rep, 'Sales', '/all-sales'],
      ],
    ],
    ['lab', [[patient.id, 'Patients', '/lab-patients']]],
    ['manager', [[center.id, 'Team Centers', '/team-centers']]],
  ]
  for (const [reader, people] of pages) {
    const page = await signedIn(reader)
    await page.goto('/unauthorized')
    for (const [id, list, path] of people) {
      await openWithin(page, `/users/${id}`)
      const above = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: list, exact: true })
      await expect(above, `${reader} of user ${id}`).toHaveAttribute('href', path)
    }
  }

  const desk = await signedIn(center)
  await desk.goto(`/users/${staff.id}`)
  await expect(desk.getByRole('heading', { level: 1 })).toContainText(staff.last_name)
  await expect(desk.getByText('Belongs to')).toBeVisible()
  await untilQuiet(desk)
  await desk.reload()
  await expect(desk).toHaveURL(`/users/${staff.id}`)
})
