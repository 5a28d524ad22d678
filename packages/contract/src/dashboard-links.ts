/**
 * The list that each figure of a dashboard counts: the screen with its filter, and the call that answers the list. Screens link to it, and
 * `figures.test.ts` compares each figure with its list. A number of an answer without an entry does not compile.
 */
import type { z } from 'zod'
import type { ScreenPath } from './base/screens.ts'
import type { dashboards } from './business/dashboards.ts'
import type { CallKey } from './index.ts'
import { type LabRecordField, labRecordFields, labRecordKeys } from './people/lab-fields.ts'
import type { Stage, StageFilter } from './people/patients.ts'

export type FigureFilter = Readonly<Record<string, string | number>>
/** A row of a list. A function that adds up rows knows its keys. */
// biome-ignore lint/suspicious/noExplicitAny: rows of all lists
type Row = any

/** A list that a figure counts. */
export interface FigureList {
  /** The screen of the list. */
  to: ScreenPath
  /** The part of the screen that has the list. */
  hash?: string
  call: CallKey
  /** The ids in the path of the call and of the screen. */
  params?: Readonly<Record<string, number>>
  /** The filter, with the same keys in the URL of the screen and in the query of the call. */
  filter?: FigureFilter
  /** The call that adds up the amounts of the same filter. A figure in dollars equals its `amount`. */
  totals?: CallKey
  /** The figure is this sum over all rows of the list, and not their number. */
  sumOf?: (row: Row) => number
}

/** A number that counts no list, with the reason. */
export interface NoList {
  reason: string
}

/** A filter depends on these: the reader, and today in the domain's time zone as `YYYY-MM-DD`. */
export interface FigureContext {
  userId: number
  today: string
}

type Figure = (context: FigureContext) => FigureList
type Counted = { count: number }
type StageRow = { stage: Stage | 'in_processing' | undefined }

/** A single number, or one for each row. For all stages there are also their sum and that of the stages in processing. */
type EntryOf<Key, Value> = Key extends 'patients_by_stage'
  ? (context: FigureContext, row: StageRow) => FigureList
  : Value extends number
    ? Figure | NoList
    : Value extends readonly (infer Item)[]
      ? (context: FigureContext, row: Item) => FigureList
      : never
/** Choices such as `1 | 2` are no figures. */
type IsFigure<Value> = number extends Value ? true : Value extends readonly Counted[] ? true : false
type FigureKey<Answer> = {
  [Key in keyof Answer]-?: IsFigure<NonNullable<Answer[Key]>> extends true ? Key : never
}[keyof Answer]
type FiguresOf<Name extends keyof typeof dashboards, Answer = z.infer<(typeof dashboards)[Name]['answer']>> = {
  readonly [Key in FigureKey<Answer>]: EntryOf<Key, NonNullable<Answer[Key]>>
}

const DAY_MS = 86_400_000
const daysBefore = (day: string, days: number) => new Date(Date.parse(day) - days * DAY_MS).toISOString().slice(0, 10)
/** The first day of the month `months` before that of the day. */
const monthStart = (day: string, months = 0) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10)
const monthEnd = (day: string, months = 0) => daysBefore(monthStart(day, months - 1), 1)
const monthOf = (day: string, months = 0) => ({ date_after: monthStart(day, months), date_before: monthEnd(day, months) })

const TOTALS = 'GET /api/v1/transactions/totals/'
const ALL_SALES = { to: '/all-transaction-report', call: 'GET /api/v1/transactions/', totals: TOTALS } as const
const ALL_USERS = { to: '/all-users', call: 'GET /api/v1/users/all/' } as const

/** The patients that the reader may see, by stage. */
const patientsAt =
  (to: ScreenPath) =>
  (_: FigureContext, { stage }: { stage: StageFilter | undefined }): FigureList => ({
    to,
    call: 'GET /api/v1/users/patient/list/',
    ...(stage && { filter: { stage } }),
  })
/** The patients that a sales user may see, in the list of its team. */
const teamPatientsAt =
  (to: ScreenPath, call: CallKey) =>
  ({ userId }: FigureContext, { stage }: StageRow): FigureList => ({
    to,
    call,
    params: { id: userId },
    ...(stage && { filter: { stage } }),
  })
const duePatients =
  (to: ScreenPath, due: string): Figure =>
  () => ({ to, call: 'GET /api/v1/users/patient/list/', filter: { due } })
const ordersToShip: Figure = () => ({ to: '/orders-to-ship', call: 'GET /api/v1/orders/', filter: { state: 'to_ship' } })
const pendingSignatures: Figure = ({ userId }) => ({
  to: '/patients-signatures',
  call: 'GET /api/v1/harvest-centers/{id}/documentList/',
  params: { id: userId },
  filter: { status: 'Pending' },
})
const salesOfMonth =
  (to: ScreenPath, call: CallKey) =>
  ({ userId }: FigureContext, { month }: { month: string }): FigureList => ({
    to,
    call,
    params: { id: userId },
    filter: monthOf(`${month}-01`),
    totals: TOTALS,
  })
const teamCenters =
  (kind: 'harvest_center' | 'referral_harvest_center'): Figure =>
  () => ({ to: '/team-centers', call: 'GET /api/v1/team-centers/', filter: { kind } })
const centersOfRep =
  (to: ScreenPath, call: CallKey): Figure =>
  ({ userId }) => ({ to, call, params: { id: userId } })
const vialSum =
  (key: string): Figure =>
  () => ({
    to: '/center-patients',
    call: 'GET /api/v1/users/patient/list/',
    sumOf: (row) => row[key],
  })
const vialEntries =
  (sumOf: (row: Row) => number, filter: FigureFilter = {}): Figure =>
  ({ userId }) => ({
    to: '/dashboard',
    hash: 'vial-history',
    call: 'GET /api/v1/vials-history/user/{id}/',
    params: { id: userId },
    filter,
    sumOf,
  })
const ofRecord = Object.fromEntries(
  labRecordKeys
    .filter((field) => labRecordFields[field].format === 'count')
    .map((field) => [field, { reason: 'The lab enters it in the lab record of the patient.' }]),
) as Record<LabRecordField, NoList>
const OF_VIALS: NoList = { reason: 'Patients have no list of single vials.' }

export const adminFigures: FiguresOf<'admin'> = {
  patients: () => ({ to: '/all-patients', call: 'GET /api/v1/users/patient/list/' }),
  harvest_centers: () => ({ to: '/all-harvest-centers', call: 'GET /api/v1/harvest-centers/' }),
  sign_ups_30_days: ({ today }) => ({ ...ALL_USERS, filter: { joined_after: daysBefore(today, 29), joined_before: today } }),
  sign_ups_previous_30_days: ({ today }) => ({
    ...ALL_USERS,
    filter: { joined_after: daysBefore(today, 59), joined_before: daysBefore(today, 30) },
  }),
  revenue_this_month: ({ today }) => ({ ...ALL_SALES, filter: monthOf(today) }),
  revenue_last_month: ({ today }) => ({ ...ALL_SALES, filter: monthOf(today, 1) }),
  payments_to_review: () => ({ to: '/payments-to-review', call: 'GET /api/v1/checkout-attempts/' }),
  labels_waiting: () => ({ to: '/fedex-requests', call: 'GET /api/v1/fedex-requests/', filter: { waiting: 'true' } }),
  orders_to_ship: ordersToShip,
  failed_documents: () => ({ to: '/documents/patients', call: 'GET /api/v1/documents/', filter: { failed: '1' } }),
  revenue_by_month: (_, { month }) => ({ ...ALL_SALES, filter: monthOf(`${month}-01`) }),
  revenue_by_product: ({ today }, { product_id }) => ({
    ...ALL_SALES,
    filter: { product_id, date_after: monthStart(today, 11), date_before: monthEnd(today) },
  }),
  patients_by_stage: patientsAt('/all-patients'),
}

export const harvestCenterFigures: FiguresOf<'harvestCenter'> = {
  patients_by_stage: patientsAt('/center-patients'),
  ready_soon: duePatients('/center-patients', 'soon'),
  labels_waiting: () => ({
    to: '/fedex-request-label',
    hash: 'waiting',
    call: 'GET /api/v1/fedex-requests/',
    filter: { waiting: 'true' },
  }),
  pending_signatures: pendingSignatures,
  spent_this_month: ({ userId, today }) => ({
    to: '/hc-transaction-history',
    call: 'GET /api/v1/harvest-centers/{id}/transactions-history/',
    params: { id: userId },
    filter: monthOf(today),
    totals: TOTALS,
  }),
}

export const referralCenterFigures: FiguresOf<'referralCenter'> = {
  patients_by_stage: patientsAt('/center-patients'),
  vials_preparation: vialSum('vials_preparation'),
  vials_ready_ship: vialSum('vials_ready_ship'),
  vials_available: vialSum('vials_available'),
  vials_shipped: vialSum('vials_shipped'),
  pending_signatures: pendingSignatures,
  waiting_centers: { reason: 'Only the number is visible until the harvest center has decided.' },
}

export const salesRepFigures: FiguresOf<'salesRep'> = {
  harvest_centers: centersOfRep('/harvest-centers', 'GET /api/v1/harvest-centers/sales-rep/{id}/'),
  referral_harvest_centers: centersOfRep('/referral-harvest-centers', 'GET /api/v1/referral-harvest-centers/sales-rep/{id}/'),
  patients_by_stage: patientsAt('/patients'),
  transactions_by_month: salesOfMonth('/my-transaction-report', 'GET /api/v1/sales-rep/{id}/my-transactions/'),
}

export const salesManagerFigures: FiguresOf<'salesTeam'> = {
  sales_managers: { reason: 'Only distributors have managers.' },
  sales_reps: ({ userId }) => ({
    to: '/dashboard',
    hash: 'team',
    call: 'GET /api/v1/sales-rep/sales-manager/list/{id}/',
    params: { id: userId },
  }),
  harvest_centers: teamCenters('harvest_center'),
  referral_harvest_centers: teamCenters('referral_harvest_center'),
  patients_by_stage: teamPatientsAt('/all-patients-team', 'GET /api/v1/sales-managers/{id}/patients/'),
  transactions_by_month: salesOfMonth('/team-transaction-report', 'GET /api/v1/sales-rep/{id}/team-transactions/'),
}

export const distributorFigures: FiguresOf<'salesTeam'> = {
  sales_managers: ({ userId }) => ({
    to: '/dashboard',
    hash: 'team',
    call: 'GET /api/v1/sales-distributors/{id}/sales-managers/',
    params: { id: userId },
  }),
  sales_reps: ({ userId }) => ({
    to: '/all-manager-sr-team',
    call: 'GET /api/v1/sales-distributors/{id}/sales-rep/',
    params: { id: userId },
  }),
  harvest_centers: teamCenters('harvest_center'),
  referral_harvest_centers: teamCenters('referral_harvest_center'),
  patients_by_stage: teamPatientsAt('/all-manager-patients-team', 'GET /api/v1/sales-distributors/{id}/patients/'),
  transactions_by_month: salesOfMonth(
    '/manager-teams-transaction-report',
    'GET /api/v1/sales-distributors/{id}/team-transactions/',
  ),
}

export const labFigures: FiguresOf<'lab'> = {
  harvest_centers: ({ userId }) => ({
    to: '/lab/{id?}',
    call: 'GET /api/v1/processing-labs/{id}/harvestcenters/',
    params: { id: userId },
  }),
  patients_by_stage: patientsAt('/lab-patients'),
  arrived: () => ({ to: '/lab-patients', call: 'GET /api/v1/users/patient/list/', filter: { arrived: 'true' } }),
  overdue: duePatients('/lab-patients', 'overdue'),
  due_this_week: duePatients('/lab-patients', 'this_week'),
  orders_to_ship: ordersToShip,
  vials_by_state: (_, { state }) => ({ to: '/vials', call: 'GET /api/v1/vials/', filter: { state } }),
}

export const patientFigures: FiguresOf<'patient'> = {
  ...ofRecord,
  vials_available: vialEntries(({ type, quantity }) => (type === 'added' ? quantity : -quantity)),
  vials_shipped: vialEntries(({ quantity }) => quantity, { type: 'shipped' }),
  vials_in_process: OF_VIALS,
  vials_quarantine: OF_VIALS,
  vials_released: OF_VIALS,
  vials_held: OF_VIALS,
  vials_disposed: OF_VIALS,
  vials_reserved: { reason: 'They are part of the available vials.' },
  documents_waiting: ({ userId }) => ({
    to: '/dashboard',
    hash: 'documents',
    call: 'GET /api/v1/documents/list/{id}/',
    params: { id: userId },
    sumOf: ({ status }) => Number(status === 'Pending'),
  }),
}

/** The ids of the call in the path of the screen. */
export const figurePath = ({ to, params = {} }: Pick<FigureList, 'to' | 'params'>): string =>
  to.replace(/\{(\w+)\??\}/g, (_, name) => String(params[name] ?? ''))
