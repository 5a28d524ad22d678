/** Names lead to the pages of their records: no link that a reader gets ends at "not found". */
import type { APIRequestContext } from '@playwright/test'
import { membershipIds } from '@vialdesk/contract/roles'
import { expect, type Page, test } from '../journey/journey.ts'
import { openWithin } from '../journey/open-within.ts'
import { untilQuiet } from '../journey/quiet.ts'
import type { CreatedUser } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'
import { payFee } from '../shipping/fees.ts'

/** Memberships of people whose pages are below a list. */
const MEMBERSHIPS = { patient: membershipIds.patient, center: membershipIds.harvest_center, rep: membershipIds.sales_rep }

interface Reader {
  /** The center is one that paid a fee for a patient. */
  who: DemoUser | 'center'
  /** Lists with names of other records. */
  lists: string[]
  /** The list that a person belongs to for this reader. */
  above?: [whose: keyof typeof MEMBERSHIPS, list: string, path: string][]
}

const readers: Reader[] = [
  {
    who: 'admin',
    lists: ['/dashboard', '/all-transaction-report', '/fedex-requests'],
    above: [
      ['patient', 'Patients', '/all-patients'],
      ['center', 'Harvest Centers', '/all-harvest-centers'],
      ['rep', 'Sales', '/all-sales'],
    ],
  },
  { who: 'lab', lists: ['/orders-to-ship?state=shipped', '/vials'], above: [['patient', 'Patients', '/lab-patients']] },
  { who: 'referral', lists: ['/dashboard', '/hc-transaction-history'] },
  { who: 'center', lists: ['/dashboard', '/fedex-request-label', '/hc-transaction-history'] },
  {
    who: 'manager',
    lists: ['/dashboard', '/team-transaction-report'],
    above: [['center', 'Team Centers', '/team-centers']],
  },
  { who: 'distributor', lists: ['/manager-teams-transaction-report', '/all-manager-sr-team'] },
]

/** The beginnings of the links to each kind of record, and of the call that answers the record. */
const CALLS = {
  '/users/': '/api/v1/users/',
  '/receipt/': '/api/v1/transactions/',
  '/labels/': '/api/v1/fedex-requests/',
  '/vials/': '/api/v1/vials/find/',
}
const KINDS = Object.keys(CALLS)
const LINKS = KINDS.map((kind) => `main table a[href^="${kind}"]`).join()

/** Some links of each kind in each table. */
const linksOf = (page: Page) =>
  page.locator(LINKS).evaluateAll((links, kinds) => {
    const groups = Object.groupBy(links as HTMLAnchorElement[], (link) => {
      const tables = [...document.querySelectorAll('table')]
      return tables.findIndex((table) => table.contains(link)) + (kinds.find((kind) => link.pathname.startsWith(kind)) ?? '')
    })
    const some = Object.values(groups).flatMap((group) => [...new Set(group?.map(({ pathname }) => pathname))].slice(0, 2))
    return [...new Set(some)]
  }, KINDS)

/** The kind of page that a link leads to; the pages of people differ by their membership. The reader gets the record. */
async function kindOf(request: APIRequestContext, headers: Record<string, string>, href: string): Promise<string> {
  const [kind = '', call = ''] = Object.entries(CALLS).find(([start]) => href.startsWith(start)) ?? []
  const answer = await request.get(`${call}${href.slice(kind.length)}/`, { headers })
  await expect(answer, `the record of ${href}`).toBeOK()
  return kind === '/users/' ? `${kind}${(await answer.json()).subscription}` : kind
}

async function expectRecord(page: Page, href: string): Promise<void> {
  await openWithin(page, href)
  await untilQuiet(page)
  await expect(page).not.toHaveURL('/unauthorized')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText(/Nobody found here|No .+ found/)).toBeHidden()
}

async function expectColleague(page: Page, staff: CreatedUser): Promise<void> {
  await expectRecord(page, `/users/${staff.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(staff.last_name)
  await expect(page.getByText('Belongs to')).toBeVisible()
  await expect(page).toHaveURL(`/users/${staff.id}`)
}

test('every name that a reader may follow in a list opens its page, and a person is below the list that it belongs to', async ({
  signedIn,
  request,
  rows,
}) => {
  const center = await rows.center()
  const [patient, staff] = [await rows.patient(center.id), await rows.staff([center.id])]
  await payFee(rows, center, patient)
  const ids = { patient: patient.id, center: center.id, rep: center.rep }
  for (const { who, lists, above = [] } of readers) {
    const account = who === 'center' ? center : who
    const { token } = await rows.session(account)
    const page = await signedIn(account)
    await page.goto('/unauthorized')
    const links = new Map<string, string>()
    for (const path of lists)
      await test.step(`${who} in ${path}`, async () => {
        await openWithin(page, path)
        await expect(page.locator(LINKS).first()).toBeVisible()
        await untilQuiet(page)
        for (const href of await linksOf(page)) links.set(await kindOf(request, { Authorization: `Token ${token}` }, href), href)
      })
    for (const [whose, list, path] of above) {
      links.delete(`/users/${MEMBERSHIPS[whose]}`)
      await expectRecord(page, `/users/${ids[whose]}`)
      const link = page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: list, exact: true })
      await expect(link, `${who} on the page of the ${whose}`).toHaveAttribute('href', path)
    }
    // The walk opens records of the other kinds for each role (everywhere/screens).
    for (const [kind, href] of links) if (kind.startsWith('/users/')) await expectRecord(page, href)
    // Refused calls would log the center out.
    if (who === 'center') await expectColleague(page, staff)
  }
})
