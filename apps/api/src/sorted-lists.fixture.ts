/** For each list with `sort`: users who read it (the first one has several rows), filters to try, and the value of each key in a row of the answer. */
import { Stage } from '@vialdesk/contract/patients'

// biome-ignore lint/suspicious/noExplicitAny: rows of all lists
export type Row = any
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
  /** Keys that these accounts may not use. */
  refused?: Record<string, string[]>
}

export const foldText = (text: string | null | undefined): string | null =>
  text ? text.toLowerCase().normalize('NFD').replace(/[\u0300-\u036f]/g, '') || null : null

export const nameOf = (row: Row): string | null => foldText(`${row.first_name} ${row.last_name}`.trim() || row.company || row.email)
const moment = (time: string | null): number | null => (time === null ? null : Date.parse(time))

const userValues = {
  name: nameOf,
  email: (row: Row) => row.email.toLowerCase(),
  company: (row: Row) => foldText(row.company),
  joined: (row: Row) => moment(row.date_joined),
}

const stages: string[] = Stage.options
const patientValues = {
  id: ({ id }: Row) => id,
  name: nameOf,
  stage: ({ stage }: Row) => stages.indexOf(stage),
  received: (row: Row) => row.date_adipose_received_by_lab,
  expected: (row: Row) => row.estimated_date_vials_ready_to_ship,
}
const { name: _, ...patientValuesWithoutName } = patientValues
const patientFilters = ['stage=stored', 'stage=registered', 'search=mar', 'search=1', 'search=mar&stage=stored']

export const sortedLists: Record<string, SortedList> = {
  'GET /api/v1/users/all/': { as: ['admin'], filters: ['membership=2', 'search=mar', 'tag=1', 'tag=1&membership=2'], values: userValues },
  'GET /api/v1/users/all/inactive/': { as: ['admin'], filters: ['search=example'], values: userValues },
  'GET /api/v1/users/patient/list/': {
    as: ['admin', 'lab', 'harvestcenter', 'staff', 'referral', 'salesrep', 'manager', 'distributor'],
    filters: patientFilters,
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
  'GET /api/v1/processing-labs/{id}/harvestcenter/{hc_id}/patients/': {
    as: ['lab', 'admin'],
    path: ({ lab, harvestcenter }) => `/api/v1/processing-labs/${lab}/harvestcenter/${harvestcenter}/patients/`,
    filters: patientFilters,
    values: patientValues,
  },
}
