/** For each list with `sort`: users who read it (the first one has several rows), filters to try, and the value of each key in a row of the answer. */
import {
  dayOf,
  documentValues,
  email,
  foldText,
  joined,
  lastLogIn,
  moment,
  name,
  nameOf,
  parcelStates,
  patientFilters,
  patientValues,
  patientValuesWithoutName,
  periods,
  purchaseValues,
  type Row,
  saleValues,
  summaryValues,
  teamValues,
  userValues,
  vialStates,
} from './sorted-values.fixture.ts'

/** The ids of the accounts. */
export type Ids = Record<string, number>
type Value = string | number | null | undefined

export interface SortedList {
  /** Demo accounts. */
  as: string[]
  path?: (ids: Ids) => string
  /** More of the query, such as `membership=2`. */
  filters?: string[]
  id?: (row: Row) => number
  values: Record<string, (row: Row) => Value>
  /** The demo has at most one row. */
  hasFewRows?: true
  /** Keys that these accounts may not use. */
  refused?: Record<string, string[]>
}

export const sortedLists: Record<string, SortedList> = {
  'GET /api/v1/users/all/': {
    as: ['admin'],
    filters: ['membership=2', 'search=mar', 'search=example', 'tag=1', 'tag=1&membership=2', 'joined_after=2026-01-01'],
    values: { ...userValues, last_login: lastLogIn },
  },
  'GET /api/v1/users/all/inactive/': {
    as: ['admin'],
    filters: ['search=example'],
    values: { ...userValues, last_login: lastLogIn },
  },
  'GET /api/v1/users/patient/list/': {
    as: ['admin', 'lab', 'harvestcenter', 'staff', 'referral', 'salesrep', 'manager', 'distributor'],
    filters: [...patientFilters, 'due=overdue', 'due=soon', 'arrived=true'],
    values: patientValues,
    refused: { name: ['salesrep', 'manager', 'distributor'] },
  },
  'GET /api/v1/harvest-centers/{id}/patients/': {
    as: ['admin', 'lab', 'harvestcenter', 'staff', 'salesrep'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/patients/`,
    filters: patientFilters,
    values: patientValues,
    refused: { name: ['salesrep'] },
  },
  'GET /api/v1/harvest-centers/{id}/referral-patients/': {
    as: ['admin', 'harvestcenter'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/referral-patients/`,
    values: patientValues,
  },
  'GET /api/v1/harvest-centers/referral/{id}/patients/': {
    as: ['admin', 'referral', 'salesrep'],
    path: ({ referral }) => `/api/v1/harvest-centers/referral/${referral}/patients/`,
    filters: patientFilters,
    values: patientValues,
    refused: { name: ['salesrep'] },
  },
  'GET /api/v1/sales-rep/{id}/patients/': {
    as: ['salesrep', 'manager', 'admin'],
    path: ({ salesrep }) => `/api/v1/sales-rep/${salesrep}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/sales-managers/{id}/patients/': {
    as: ['manager', 'admin', 'distributor'],
    path: ({ manager }) => `/api/v1/sales-managers/${manager}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/sales-distributors/{id}/patients/': {
    as: ['distributor', 'admin'],
    path: ({ distributor }) => `/api/v1/sales-distributors/${distributor}/patients/`,
    filters: ['stage=stored', 'search=1'],
    values: patientValuesWithoutName,
  },
  'GET /api/v1/processing-labs/{id}/patients/': {
    as: ['lab', 'admin'],
    path: ({ lab }) => `/api/v1/processing-labs/${lab}/patients/`,
    filters: patientFilters,
    values: patientValues,
  },
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': {
    as: ['lab', 'admin'],
    path: ({ lab, harvestcenter }) => `/api/v1/processing-labs/${lab}/harvestcenter/${harvestcenter}/patients/`,
    filters: patientFilters,
    values: patientValues,
  },
  'GET /api/v1/transactions/': {
    as: ['admin'],
    path: () => '/api/v1/transactions/',
    filters: [...periods, 'product_id=1', 'search=mar', 'search=mar&product_id=1', 'product_id=1&date_after=2026-01-01'],
    values: saleValues,
  },
  'GET /api/v1/sales-rep/{id}/my-transactions/': {
    as: ['salesrep', 'admin'],
    path: ({ salesrep }) => `/api/v1/sales-rep/${salesrep}/my-transactions/`,
    filters: [...periods, 'product_id=1', 'search=1'],
    values: saleValues,
  },
  'GET /api/v1/sales-rep/{id}/team-transactions/': {
    as: ['manager', 'admin'],
    path: ({ manager }) => `/api/v1/sales-rep/${manager}/team-transactions/`,
    filters: [...periods, 'product_id=1'],
    values: saleValues,
  },
  'GET /api/v1/sales-distributors/{id}/team-transactions/': {
    as: ['distributor', 'admin'],
    path: ({ distributor }) => `/api/v1/sales-distributors/${distributor}/team-transactions/`,
    filters: [...periods, 'product_id=1'],
    values: saleValues,
  },
  'GET /api/v1/rhc-association/{id}/transactions-history/': {
    as: ['referral', 'admin'],
    path: ({ referral }) => `/api/v1/rhc-association/${referral}/transactions-history/`,
    filters: periods,
    values: purchaseValues,
  },
  'GET /api/v1/users/patient/{id}/purchases/': {
    as: ['patient', 'admin'],
    path: ({ patient }) => `/api/v1/users/patient/${patient}/purchases/`,
    hasFewRows: true,
    values: { date: saleValues.date, amount: saleValues.amount, product: purchaseValues.product },
  },
  'GET /api/v1/harvest-centers/{id}/transactions-history/': {
    as: ['harvestcenter', 'staff'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/transactions-history/`,
    filters: [...periods, 'search=mar'],
    values: purchaseValues,
  },
  'GET /api/v1/harvest-centers/{id}/transactions-history/processing-fee/': {
    as: ['harvestcenter', 'staff'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/transactions-history/processing-fee/`,
    values: purchaseValues,
  },
  'GET /api/v1/rhc-association/{id}/transactions-history/processing-fee/': {
    as: ['referral'],
    path: ({ referral }) => `/api/v1/rhc-association/${referral}/transactions-history/processing-fee/`,
    values: purchaseValues,
  },
  'GET /api/v1/vials/': {
    as: ['admin', 'lab'],
    filters: ['state=released', 'state=shipped', 'search=1'],
    values: {
      code: ({ code }) => code,
      state: ({ state }) => vialStates.indexOf(state),
      since: ({ since }) => moment(since),
      place: ({ place, position }) => foldText(`${place} ${position}`.trim()),
    },
  },
  'GET /api/v1/documents/': {
    as: ['admin'],
    filters: ['status=Completed', 'status=Pending', 'search=mar', 'search=mar&status=Completed', 'failed=1'],
    values: documentValues,
  },
  'GET /api/v1/harvest-centers/{id}/documentList/': {
    as: ['harvestcenter', 'staff', 'admin'],
    path: ({ harvestcenter }) => `/api/v1/harvest-centers/${harvestcenter}/documentList/`,
    filters: ['status=Completed', 'search=mar'],
    values: documentValues,
  },
  'GET /api/v1/documents/harvest-centers/': {
    as: ['admin'],
    filters: ['search=center'],
    values: { company: ({ company }) => foldText(company) },
  },
  'GET /api/v1/fedex-requests/': {
    as: ['admin', 'harvestcenter', 'staff', 'referral'],
    filters: ['search=mar'],
    values: { id: ({ id }) => id, date: ({ label_date }) => label_date, state: ({ parcel }) => parcelStates.indexOf(parcel) },
  },
  'GET /api/v1/orders/': {
    as: ['admin', 'lab'],
    filters: ['state=shipped', 'state=shipped&kind=vials', 'kind=supplies'],
    values: { date: ({ date }) => dayOf(date), asked: ({ shipping_date }) => shipping_date },
  },
  'GET /api/v1/harvest-centers/': { as: ['admin'], filters: ['search=center'], values: userValues },
  'GET /api/v1/referral-harvest-centers/': { as: ['admin'], filters: ['search=center'], values: userValues },
  'GET /api/v1/harvest-centers/sales-rep/{id}/': {
    as: ['salesrep', 'admin'],
    path: ({ salesrep }) => `/api/v1/harvest-centers/sales-rep/${salesrep}/`,
    values: summaryValues,
  },
  'GET /api/v1/referral-harvest-centers/sales-rep/{id}/': {
    as: ['salesrep', 'admin'],
    path: ({ salesrep }) => `/api/v1/referral-harvest-centers/sales-rep/${salesrep}/`,
    hasFewRows: true,
    values: summaryValues,
  },
  'GET /api/v1/processing-labs/{id}/harvestcenters/': {
    as: ['lab', 'admin'],
    path: ({ lab }) => `/api/v1/processing-labs/${lab}/harvestcenters/`,
    values: summaryValues,
  },
  'GET /api/v1/team-centers/': {
    as: ['manager', 'distributor'],
    filters: ['kind=harvest_center', 'search=center'],
    values: summaryValues,
  },
  'GET /api/v1/hc-staff/': { as: ['admin'], filters: ['search=center'], values: { name, email } },
  'GET /api/v1/hc-staff/{id}/staff-list/': {
    as: ['harvestcenter', 'admin'],
    path: ({ harvestcenter }) => `/api/v1/hc-staff/${harvestcenter}/staff-list/`,
    values: { name, email, joined },
  },
  'GET /api/v1/rhc-association/all/': {
    as: ['admin'],
    filters: ['search=center'],
    id: ({ rhc_desc }) => rhc_desc.id,
    values: { company: ({ rhc_desc }) => foldText(rhc_desc.company) },
  },
  'GET /api/v1/rhc-association/requests/': {
    as: ['admin', 'harvestcenter'],
    values: {
      company: ({ referral_center }) => foldText(referral_center.company),
      center: ({ harvest_center }) => foldText(harvest_center.company),
      requested: ({ requested_at }) => moment(requested_at),
    },
  },
  'GET /api/v1/sign-ups/': {
    as: ['admin', 'salesrep', 'harvestcenter'],
    filters: ['status=pending'],
    values: { name: (row) => foldText(row.name), signed_up: ({ signed_up_at }) => moment(signed_up_at) },
  },
  'GET /api/v1/checkout-attempts/': {
    as: ['admin'],
    hasFewRows: true,
    values: { created: ({ created_at }) => moment(created_at), amount: ({ amount }) => amount },
  },
  'GET /api/v1/sales-rep/sales-manager/list/{id}/': {
    as: ['manager', 'admin'],
    path: ({ manager }) => `/api/v1/sales-rep/sales-manager/list/${manager}/`,
    values: teamValues,
  },
  'GET /api/v1/sales-distributors/{id}/sales-managers/': {
    as: ['distributor', 'admin'],
    path: ({ distributor }) => `/api/v1/sales-distributors/${distributor}/sales-managers/`,
    hasFewRows: true,
    values: teamValues,
  },
  'GET /api/v1/sales-distributors/{id}/sales-rep/': {
    as: ['distributor', 'admin'],
    path: ({ distributor }) => `/api/v1/sales-distributors/${distributor}/sales-rep/`,
    values: teamValues,
  },
  'GET /api/v1/observers/': {
    as: ['admin'],
    filters: ['search=lab'],
    hasFewRows: true,
    values: { name, email, last_login: lastLogIn },
  },
  'GET /api/v1/coupon-codes/': {
    as: ['admin'],
    filters: ['search=spring'],
    values: {
      name: (row) => foldText(row.name),
      code: ({ code }) => foldText(code),
      discount: ({ discount_amount }) => discount_amount,
      used: ({ used_number }) => used_number,
      status: ({ status }) => status,
    },
  },
  'GET /api/v1/products/': {
    as: ['admin'],
    filters: ['search=fee'],
    values: { id: ({ id }) => id, name: (row) => foldText(row.name), price: ({ price }) => price },
  },
  'GET /api/v1/assets/': {
    as: ['admin'],
    filters: ['search=guide'],
    values: { id: ({ id }) => id, name: ({ asset_name }) => foldText(asset_name) },
  },
  'GET /api/v1/commissions/statements/': {
    as: ['admin', 'salesrep'],
    filters: ['state=unpaid', 'membership=3'],
    values: {
      month: ({ month }) => month,
      person: ({ person }) => nameOf(person),
      earned: ({ earned }) => earned,
      paid: ({ paid }) => paid,
      due: ({ due }) => due,
    },
  },
  'GET /api/v1/labs/': { as: ['admin'], filters: ['search=lab'], hasFewRows: true, values: userValues },
  'GET /api/v1/sales-people/': {
    as: ['admin'],
    filters: ['role=sales_rep', 'search=mar'],
    values: {
      name,
      email,
      joined,
      role: ({ role }) => ['sales_rep', 'sales_manager', 'sales_distributor'].indexOf(role),
    },
  },
}
