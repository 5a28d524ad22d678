/** Rows of a page that the specification names, as the screens ask for them. */
import type { ScreenPath } from '@vialdesk/contract/base/screens'
import { expect, type Page } from '../journey/journey.ts'

/** The ends of the paths of lists, with `{}` for ids, and the rows of their pages. */
export const pageSizes: { [Path in ScreenPath]?: Record<string, number> } = {
  '/harvest-centers': { '/api/v1/harvest-centers/sales-rep/{}/': 5 },
  '/referral-harvest-centers': { '/api/v1/referral-harvest-centers/sales-rep/{}/': 5 },
  '/patients': { '/api/v1/users/patient/list/': 10 },
  '/lab/{id?}': { '/api/v1/processing-labs/{}/harvestcenters/': 5 },
  '/lab/{lab_id}/harvest-center/{harvestcenter_id}': { '/api/v1/processing-labs/{}/harvestcenter/{}/patients/': 10 },
  '/documents/patients': { '/api/v1/documents/': 5 },
  '/documents/harvest-centers': { '/api/v1/documents/harvest-centers/': 10 },
  '/patients-signatures': { '/api/v1/harvest-centers/{}/documentList/': 10 },
  '/referral-patients': { '/api/v1/harvest-centers/{}/referral-patients/': 10 },
  '/staff-view': { '/api/v1/hc-staff/{}/staff-list/': 10 },
  '/hc-transaction-history': { '/{}/transactions-history/': 10 },
  '/fedex-request-label': { '/api/v1/harvest-centers/{}/transactions-history/processing-fee/': 10 },
  '/fedex-request-label-rhc': { '/api/v1/rhc-association/{}/transactions-history/processing-fee/': 10 },
  '/my-transaction-report': { '/api/v1/sales-rep/{}/my-transactions/': 10 },
  '/team-transaction-report': { '/api/v1/sales-rep/{}/team-transactions/': 10 },
  '/manager-teams-transaction-report': { '/api/v1/sales-distributors/{}/team-transactions/': 10 },
  '/all-patients-team': { '/api/v1/sales-managers/{}/patients/': 10 },
  '/all-manager-patients-team': { '/api/v1/sales-distributors/{}/patients/': 10 },
  '/all-manager-sr-team': { '/api/v1/sales-distributors/{}/sales-rep/': 10 },
  '/all-transaction-report': { '/api/v1/transactions/': 10 },
  '/inactive-users': { '/api/v1/users/all/inactive/': 10 },
  '/coupon-manager': { '/api/v1/coupon-codes/': 10 },
  '/fedex-requests': { '/api/v1/fedex-requests/': 10 },
  '/assets-manager': { '/api/v1/assets/': 10 },
  '/product-manager': { '/api/v1/products/': 10 },
  '/hc-staff-manager': { '/api/v1/hc-staff/': 10 },
  '/rhc-manager': { '/api/v1/rhc-association/all/': 10 },
}

/** Collects the lists that a page asks for. */
export function recordLists(page: Page): { expectPageSizes: (screen: ScreenPath) => Promise<void> } {
  const asked: { path: string; rows: number }[] = []
  let before = 0
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    const limit = searchParams.get('limit')
    if (limit !== null) asked.push({ path: pathname.replaceAll(/\/\d+(?=\/)/g, '/{}'), rows: Number(limit) })
  })
  return {
    async expectPageSizes(screen) {
      for (const [path, rows] of Object.entries(pageSizes[screen] ?? {})) {
        const rowsSince = (start: number) =>
          asked
            .slice(start)
            .filter((each) => each.path.endsWith(path))
            .map((each) => each.rows)
        // A page that has just read the same rows for another screen does not ask again.
        const askedRows = () => (rowsSince(before).length > 0 ? rowsSince(before) : rowsSince(0))
        await expect.poll(askedRows, `the rows of ${path}`).toContain(rows)
      }
      before = asked.length
    },
  }
}
