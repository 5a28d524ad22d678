/** The cases to measure. Each case alternates between different requests, so that no single row is always cached. */

import type { LoadOrder } from './load-generator.ts'
import { type Sample, type TeamHead, VARIANTS } from './sample.ts'
import { SCALE_PASSWORD } from './seed/scale.ts'

type Request = LoadOrder['requests'][number]

export interface Case {
  name: string
  /** Shape of the answer, and the route of the baseline server that sends as much. That of `memory` asks no database. */
  shape: 'list' | 'one' | 'login' | 'memory'
  /** The part of the baseline's requests per second to reach. */
  aim?: number
  requests(sample: Sample): Request[]
}

/** For a call whose baseline does the same with the database, apart from session, rights and audit. */
const PLAIN_AIM = 0.4
/** For a call whose baseline sends the same text from memory. */
const MEMORY_AIM = 0.8

const getRequest = (path: string, token: string): Request => ({
  method: 'GET',
  path,
  headers: { domain: 'scale', authorization: `Token ${token}` },
})

const times = <T>(make: (n: number) => T) => Array.from({ length: VARIANTS }, (_, n) => make(n))
const nth = <T>(list: T[], n: number): T => list[n % list.length] as T
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const sales = '/api/v1/transactions/'

type Query = (sample: Sample, n: number) => Record<string, string | number>

/** Requests of several users, each with its own token. */
const withTokens = (name: string, path: string, tokens: (sample: Sample) => string[], query: Query): Case => ({
  name,
  shape: 'list',
  requests: (sample) =>
    times((n) => {
      const params = Object.entries(query(sample, n)).map(([key, value]): [string, string] => [key, String(value)])
      return getRequest(`${path}?${new URLSearchParams(params)}`, nth(tokens(sample), n))
    }),
})
/** Requests of the admin. `query` may differ for each request. */
const ofAdmin = (name: string, path: string, query: Query, aim?: number): Case => ({
  ...withTokens(name, path, ({ adminToken }) => [adminToken], query),
  ...(aim && { aim }),
})

/** Requests of the admin for the totals of all sales of a filter. */
const ofTotals = (name: string, query: Query): Case => ({ ...ofAdmin(name, `${sales}totals/`, query), shape: 'one' })

/** Requests of sales managers or distributors, each for its own team. */
const ofTeam = (
  name: string,
  kind: 'managers' | 'distributors',
  query: (n: number, head: TeamHead) => Record<string, string | number>,
  path = (head: TeamHead) => `/api/v1/sales-${kind}/${head.id}/patients/`,
): Case => ({
  name,
  shape: 'list',
  requests: (sample) =>
    times((n) => {
      const head = nth(sample[kind], n)
      const params = Object.entries(query(n, head)).map(([key, value]): [string, string] => [key, String(value)])
      return getRequest(`${path(head)}?${new URLSearchParams(params)}`, head.token)
    }),
})
const firstPages = (n: number) => ({ offset: (n % 5) * 10 })
const searchCompany = (_: number, { company }: TeamHead) => ({ search: company })

const salesOfManager = ({ id }: TeamHead) => `/api/v1/sales-rep/${id}/team-transactions/`
const salesOfDistributor = ({ id }: TeamHead) => `/api/v1/sales-distributors/${id}/team-transactions/`

const ofLabs = ({ labTokens }: Sample) => labTokens

const users = '/api/v1/users/all/'
const patients = '/api/v1/users/patient/list/'
/** `e` and `m` are in the email of every user, so they match all users. */
const byLetter = (_: Sample, n: number) => ({ search: nth(['e', 'm', 'a', 's'], n) })
const byCommonName = ({ commonNames }: Sample, n: number) => ({ search: nth(commonNames, n) })
const search = '/api/v1/search/'
const vials = '/api/v1/vials/'
const labelRequests = '/api/v1/fedex-requests/'
const audit = '/api/v1/audit/'
const documents = '/api/v1/documents/'
/** Offsets of deep pages, far from both ends of the list. */
const deepUsers = ({ users: total }: Sample) => Math.floor(total * 0.75)
const deepVials = ({ vials: total }: Sample) => Math.floor(total / 2)
const deepRequests = ({ labelRequests: total }: Sample) => Math.floor(total / 2)
const deepDocuments = ({ documents: total }: Sample) => Math.floor(total / 2)
/** A quarter of the sales are sent. */
const deepOrders = ({ transactions: total }: Sample) => Math.floor(total / 5)
const deepSales = ({ transactions: total }: Sample) => Math.floor(total / 2)

export const cases: Case[] = [
  {
    name: 'log in',
    shape: 'login',
    requests: ({ emails }) =>
      times((n) => ({
        method: 'POST',
        path: '/auth/login/',
        headers: { domain: 'scale', 'content-type': 'application/json' },
        body: JSON.stringify({ email: nth(emails, n), password: SCALE_PASSWORD }),
      })),
  },
  {
    name: 'version of the portal',
    shape: 'memory',
    aim: MEMORY_AIM,
    requests: () => times(() => ({ method: 'GET', path: '/auth/build-version/', headers: { domain: 'scale' } })),
  },
  {
    name: 'look of the business',
    shape: 'memory',
    aim: MEMORY_AIM,
    requests: () => times(() => ({ method: 'GET', path: '/domain/config/scale/', headers: { domain: 'scale' } })),
  },
  {
    name: 'one user',
    shape: 'one',
    aim: PLAIN_AIM,
    requests: ({ patients, adminToken }) => times((n) => getRequest(`/api/v1/users/${nth(patients, n)}/`, adminToken)),
  },
  ofAdmin('users', users, (_, n) => ({ offset: (n % 4) * 20 }), PLAIN_AIM),
  ofAdmin('users of a membership', users, (_, n) => ({ membership: [2, 9][n % 2] as number })),
  ofAdmin('users with a tag', users, (_, n) => ({ tag: [1, 2][n % 2] as number })),
  ofAdmin('users by full name', users, ({ fullNames }, n) => ({ search: nth(fullNames, n) })),
  ofAdmin('users by a common name', users, byCommonName),
  ofAdmin('users, deep page', users, (sample, n) => ({ offset: deepUsers(sample) + n })),
  ofAdmin('users sorted by name', users, (_, n) => ({ sort: nth(['name', '-name', 'email', '-joined'], n) })),
  ofAdmin('users sorted by name, offset 1,500', users, (_, n) => ({ sort: nth(['name', '-name'], n), offset: 1500 + n })),
  ofAdmin('patients sorted', patients, (_, n) => ({ sort: nth(['name', 'stage', '-received', 'expected'], n) })),
  ofAdmin('patients sorted, offset 1,500', patients, (_, n) => ({ sort: nth(['name', 'stage'], n), offset: 1500 + n })),
  ofAdmin('patients by a letter, sorted by name', patients, (sample, n) => ({ ...byLetter(sample, n), sort: 'name' })),
  ofAdmin('sales sorted by amount', sales, (_, n) => ({ sort: nth(['amount', '-amount'], n) })),
  ofAdmin('sales sorted by amount, offset 5,000', sales, (_, n) => ({ sort: nth(['amount', '-amount'], n), offset: 5000 + n })),
  ofAdmin('vials sorted', vials, (_, n) => ({ sort: nth(['code', 'state', '-since', 'place'], n) })),
  ofAdmin('users sorted by last log-in', users, (_, n) => ({
    sort: nth(['last_login', '-last_login'], n),
    membership: nth([2, 9], n),
  })),
  ofAdmin('label requests sorted', labelRequests, (_, n) => ({ sort: nth(['state', '-state', 'date', '-date'], n) })),
  ofAdmin('documents sorted', documents, (_, n) => ({ sort: nth(['name', 'status', '-requested', '-completed'], n) })),
  ofAdmin('inactive users', `${users}inactive/`, (_, n) => ({ offset: n % 3 })),
  ofAdmin('inactive users, deep page', `${users}inactive/`, ({ inactive }, n) => ({
    offset: Math.floor(inactive / 2) + (n % 2),
  })),
  ofAdmin('inactive users by full name', `${users}inactive/`, ({ inactiveNames }, n) => ({ search: nth(inactiveNames, n) })),
  ofAdmin('sales', sales, (_, n) => ({ offset: (n % 4) * 10 }), PLAIN_AIM),
  ofAdmin('sales of a rep', sales, ({ reps }, n) => ({ sales_rep_id: nth(reps, n) })),
  ofAdmin('sales of a product', sales, (_, n) => ({ product_id: nth([1, 2, 3, 13], n) })),
  ofAdmin('sales of rep, product, dates', sales, ({ reps }, n) => ({
    sales_rep_id: nth(reps, n),
    product_id: nth([1, 2, 3], n),
    date_after: daysAgo(365 + n),
    date_before: daysAgo(30),
  })),
  ofAdmin('sales of a center', sales, ({ centers }, n) => ({ harvest_center_id: nth(centers, n) })),
  ofAdmin("sales by a patient's name", sales, ({ buyers }, n) => ({ search: nth(buyers, n) })),
  ofAdmin('sales by a common name', sales, byCommonName),
  ofAdmin('orders to ship', '/api/v1/orders/', (_, n) => ({ state: 'to_ship', offset: (n % 4) * 10 })),
  ofAdmin('shipped orders, deep page', '/api/v1/orders/', (sample, n) => ({ state: 'shipped', offset: deepOrders(sample) + n })),
  {
    name: 'check of a coupon',
    shape: 'one',
    requests: ({ adminToken }) =>
      times((n) => ({
        method: 'POST',
        path: '/api/v1/coupon-codes/validate-code/',
        headers: { domain: 'scale', authorization: `Token ${adminToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ code: nth(['SCALE-1', 'scale-2', 'UNKNOWN'], n), product_id: nth([1, 2, 3], n) }),
      })),
  },
  ofTotals('totals of all sales', () => ({})),
  ofTotals('totals of a product and dates', (_, n) => ({
    product_id: nth([1, 2, 3, 13], n),
    date_after: daysAgo(365 + n),
    date_before: daysAgo(30),
  })),
  ofTotals('totals of a rep', ({ reps }, n) => ({ sales_rep_id: nth(reps, n) })),
  ofTotals('totals of a center', ({ centers }, n) => ({ harvest_center_id: nth(centers, n) })),
  ofTotals('totals of a common name', byCommonName),
  ofTeam("a manager's team sales", 'managers', firstPages, salesOfManager),
  ofTeam("a distributor's team sales", 'distributors', firstPages, salesOfDistributor),
  ofTeam(
    "a distributor's team sales, deep page",
    'distributors',
    (n, { sales }) => ({ offset: Math.floor(sales * 0.75) + n }),
    salesOfDistributor,
  ),
  ofTeam("a manager's team sales of a company", 'managers', searchCompany, salesOfManager),
  ofTeam("a distributor's team sales of a company", 'distributors', searchCompany, salesOfDistributor),
  ofAdmin('sales, deep page', sales, (sample, n) => ({ offset: deepSales(sample) + n })),
  withTokens(
    "a rep's patients",
    patients,
    ({ repTokens }) => repTokens,
    (_, n) => ({ offset: (n % 3) * 10 }),
  ),
  ofAdmin('users by a letter', users, byLetter),
  ofAdmin('patients by a letter', patients, byLetter),
  ofAdmin('patients by a common name', patients, byCommonName),
  withTokens("a lab's patients by a letter", patients, ofLabs, byLetter),
  withTokens("a lab's patients by a common name", patients, ofLabs, byCommonName),
  ofAdmin('search for a full name', search, ({ fullNames }, n) => ({ search: nth(fullNames, n) })),
  ofAdmin('search for a common name', search, byCommonName),
  ofAdmin('search for two letters', search, (_, n) => ({ search: nth(['ma', 'ex'], n) })),
  ofAdmin('search for a phone number', search, ({ phones }, n) => ({ search: nth(phones, n) })),
  ofAdmin('search for a number', search, (sample, n) => ({ search: `#${nth(sample.patients, n)}` })),
  ofAdmin('search for a vial code', search, ({ codes }, n) => ({ search: nth(codes, n) })),
  ofAdmin('search for a tracking number', search, ({ parcels }, n) => ({ search: nth(parcels, n) })),
  withTokens("a lab's search for a common name", search, ofLabs, byCommonName),
  ofTeam("a distributor's search for a company", 'distributors', searchCompany, () => search),
  ofTeam("a manager's team patients", 'managers', firstPages),
  ofTeam("a manager's team patients of a company", 'managers', searchCompany),
  ofTeam("a distributor's team patients", 'distributors', firstPages),
  ofTeam("a distributor's team patients, deep page", 'distributors', (n, { patients }) => ({
    offset: Math.floor(patients * 0.75) + n,
  })),
  ofTeam("a distributor's team patients of a company", 'distributors', searchCompany),
  {
    name: 'vial history of a patient',
    shape: 'list',
    requests: ({ vialPatients, adminToken }) =>
      times((n) => getRequest(`/api/v1/vials-history/user/${nth(vialPatients, n)}/`, adminToken)),
  },
  ofAdmin('vials', vials, (_, n) => ({ offset: (n % 4) * 20 })),
  ofAdmin('vials of a patient', vials, ({ vialPatients }, n) => ({ patient: nth(vialPatients, n) })),
  ofAdmin('vials in a state', vials, (_, n) => ({ state: 'released', offset: (n % 4) * 20 })),
  ofAdmin('vials by the beginning of a code', vials, ({ codes }, n) => ({ search: nth(codes, n) })),
  ofAdmin('vials, deep page', vials, (sample, n) => ({ offset: deepVials(sample) + n })),
  withTokens("a lab's vials", vials, ofLabs, (_, n) => ({ offset: (n % 4) * 20 })),
  ofAdmin('label requests', labelRequests, (_, n) => ({ offset: (n % 4) * 10 })),
  ofAdmin("label requests by a patient's name", labelRequests, ({ shippers }, n) => ({ search: nth(shippers, n) })),
  ofAdmin('label requests by a common name', labelRequests, ({ commonShippers }, n) => ({ search: nth(commonShippers, n) })),
  ofAdmin('label requests by two common words', labelRequests, ({ commonShippers }, n) => ({
    search: `mail ${nth(commonShippers, n)}`,
  })),
  ofAdmin('label requests by tracking number', labelRequests, ({ parcels }, n) => ({ search: nth(parcels, n) })),
  ofAdmin('label requests, deep page', labelRequests, (sample, n) => ({ offset: deepRequests(sample) + n })),
  ofAdmin('documents', documents, (_, n) => ({ offset: (n % 4) * 5 })),
  ofAdmin('documents in a state', documents, (_, n) => ({ status: nth(['Pending', 'Completed'], n), offset: (n % 4) * 5 })),
  ofAdmin("documents by a patient's name", documents, ({ signers }, n) => ({ search: nth(signers, n) })),
  ofAdmin('documents by a common name', documents, byCommonName),
  ofAdmin('documents, deep page', documents, (sample, n) => ({ offset: deepDocuments(sample) + n })),
  // The audit grows while the cases run. The lists of all cases are in it.
  ofAdmin('audit', audit, () => ({})),
  ofAdmin('who saw a patient', audit, ({ patients }, n) => ({ seen_patient_id: nth(patients, n) })),
  {
    name: "a center's documents",
    shape: 'list',
    requests: ({ documentCenters, adminToken }) =>
      times((n) => getRequest(`/api/v1/harvest-centers/${nth(documentCenters, n)}/documentList/`, adminToken)),
  },
  {
    name: "a center's fees with their labels",
    shape: 'list',
    requests: ({ centers, adminToken }) =>
      times((n) => getRequest(`/api/v1/harvest-centers/${nth(centers, n)}/transactions-history/processing-fee/`, adminToken)),
  },
]

/** The requests of the case for the baseline server. */
export const baselineRequests = (index: number, { shape, requests }: Case, sample: Sample): Request[] =>
  shape === 'login'
    ? requests(sample).map((request) => ({ ...request, path: '/login' }))
    : times((n) => ({ method: 'GET', path: `/${shape}/${index}/${n}` }))
