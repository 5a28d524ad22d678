/** The values by which the rows of answers are sorted, for `sorted-lists.fixture.ts`. */

import { ParcelState } from '@vialdesk/contract/care/label-requests'
import { VialState } from '@vialdesk/contract/care/single-vials'
import { DocumentStatus } from '@vialdesk/contract/documents/documents'
import { Stage } from '@vialdesk/contract/people/patients'

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
  /** The SQL of a filter is not the same for all readers, so each of them tries it. */
  filtersDependOnReader?: true
  id?: (row: Row) => number
  values: Record<string, (row: Row) => Value>
  /** The demo has at most one row. */
  hasFewRows?: true
  /** Keys that these accounts may not use. */
  refused?: Record<string, string[]>
}

export const foldText = (text: string | null | undefined): string | null =>
  text
    ? text
        .toLowerCase()
        .normalize('NFD')
        .replace(/[\u0300-\u036f]/g, '') || null
    : null

export const nameOf = (row: Row): string | null =>
  foldText(`${row.first_name} ${row.last_name}`.trim() || row.company || row.email)
export const moment = (time: string | null): number | null => (time === null ? null : Date.parse(time))

export const userValues = {
  name: nameOf,
  email: (row: Row) => row.email.toLowerCase(),
  company: (row: Row) => foldText(row.company),
  joined: (row: Row) => moment(row.date_joined),
}

export const lastLogIn = (row: Row) => moment(row.last_login)

export const stages: string[] = Stage.options
export const patientValues = {
  id: ({ id }: Row) => id,
  name: nameOf,
  stage: ({ stage }: Row) => stages.indexOf(stage),
  received: (row: Row) => row.date_adipose_received_by_lab,
  expected: (row: Row) => row.estimated_date_vials_ready_to_ship,
}
export const { name: _, ...patientValuesWithoutName } = patientValues
/** Lists of fewer patients have some of them only. */
export const patientFilters = ['stage=stored', 'search=mar', 'search=1']

const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'America/New_York' })
/** The day in the time zone of the demo, as a number. */
export const dayOf = (time: string) => Date.parse(dayFormat.format(new Date(time)))
export const saleValues = { date: ({ date }: Row) => dayOf(date), amount: ({ amount }: Row) => amount }
export const purchaseValues = {
  ...saleValues,
  product: ({ product }: Row) => foldText(product[0].name),
  patient: ({ patient }: Row) => (patient.length > 0 ? nameOf(patient[0]) : null),
}
export const periods = ['date_after=2026-01-01', 'date_after=2025-12-10&date_before=2026-02-20']

export const parcelStates: string[] = ParcelState.options
export const vialStates: string[] = VialState.options
export const documentStatuses: string[] = DocumentStatus.options
export const documentValues = {
  id: ({ id }: Row) => id,
  name: ({ name }: Row) => foldText(name),
  status: ({ status }: Row) => documentStatuses.indexOf(status),
  requested: ({ created_at }: Row) => moment(created_at),
  completed: ({ completed_at }: Row) => moment(completed_at),
}

export const summaryValues = { company: userValues.company, joined: userValues.joined, patients: ({ patients }: Row) => patients }
export const { name, email, joined } = userValues
export const teamValues = { name, email, joined, members: ({ members }: Row) => members }
