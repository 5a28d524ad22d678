/** Reads label requests. */
import { type LabelRequest, labelPath } from '@vialdesk/contract/care/label-requests'
import type { LabelRequestFilter } from '@vialdesk/contract/care/shipping'
import { type RawBuilder, sql } from 'kysely'
import { type Columns, type RowOf, selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { type List, longBySearch, longByTallies, readList, rowsFoundBy, rowsOf } from '#api/db/list-pages.ts'
import { type Bind, hasWords, type Page, type Part, type TalliedList, valuesOf } from '#api/db/paging.ts'
import { metByMany, orderOf, type SortValues } from '#api/db/sorted-paging.ts'
import { findCentersServedBy, labelRequestsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Actor, Viewer } from '#api/platform/access/actor.ts'
import { fileLink } from '#api/platform/http/files/signed-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { groupsOfRequests, labelRequestPolicy, type RequestGroup } from './label-requests.policy.ts'

/**
 * The lists of label requests, newest first or sorted. The list of a domain uses tallies, or the index of words (150-label-requests.sql). The
 * list of some centers uses the index of centers.
 */
export type RequestFilter = LabelRequestFilter

const sortValues: SortValues<'id' | 'date' | 'state'> = {
  id: { value: 'r.id' },
  date: { value: 'r.label_date' },
  state: { value: 'parcel_number(r.parcel)' },
}

const ALL = 'label_requests r where r.domain_id = $1'
const allRequests: TalliedList = { list: 'label_requests', isKey: () => `key = 'all'`, id: 'r.id', rows: () => ALL }

/** `centers` null: of all centers. */
function listRequests(centers: readonly number[] | null, filter: RequestFilter): List {
  const order = orderOf(filter.sort, sortValues)
  const search = filter.search ? withoutLinkWords(filter.search) : undefined
  const ofCenters: Part = (bind) => (centers ? `and r.center_id = any(${bind(centers)}::bigint[])` : '')
  const withWords = (bind: Bind) => (search === undefined ? '' : `and ${hasWords('r', search, bind)}`)
  // The condition matches the partial index of requests without a label. They are few.
  const waiting: Part = (bind) => `${ALL} and r.pdf_file is null and r.tracking_number = '' ${ofCenters(bind)} ${withWords(bind)}`
  if (filter.waiting) return { order, matches: rowsOf('r.id', waiting) }
  if (centers === null) return search === undefined ? listAll(order) : searchAll(search, order)
  // A center has few requests, so a search reads all of them.
  const matches = rowsOf('r.id', (bind) => `${ALL} ${ofCenters(bind)} ${withWords(bind)}`)
  return { order, matches, long: search === undefined ? longByTallies(requestsOf(centers)) : undefined }
}

type Sorting = List['order']
const listAll = (order: Sorting): List => ({ order, matches: rowsOf('r.id', () => ALL), long: longByTallies(allRequests) })

function searchAll(search: string, order: Sorting): List {
  const rows: Part = (bind) => `${ALL} and ${metByMany(hasWords('r', search, bind))}`
  const matches = rowsFoundBy('label_requests', 'r', 'find_label_requests', valuesOf(search))
  return { order, matches, long: longBySearch('find_label_requests', valuesOf(search), allRequests, rows) }
}

const requestsOf = (centers: readonly number[]): TalliedList => ({
  ...allRequests,
  groups: (bind) => `select id from unnest(${bind(centers)}::bigint[]) id`,
  isKey: () => `key = any(array(select 'center:' || id from groups))`,
  rows: () => `${ALL} and r.center_id = groups.id`,
})

/** Removes the words without digits from links: they are in every link, and not in the index. */
const withoutLinkWords = (entered: string) =>
  entered.replace(/https?:\/\/\S+/giu, (link) => link.match(/[\p{L}\p{N}]*\p{N}[\p{L}\p{N}]*/gu)?.join(' ') ?? '')

type Row = Omit<LabelRequest, 'can'>

/** A referral center has no lab. Its parcels go to the lab of its patients' harvest centers, if that is a single lab. */
const LAB_OF_PATIENTS = `
  select min(h.lab_id)
  from label_request_patients rp
  join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
  join users h on h.domain_id = p.domain_id and h.id = p.harvest_center_id
  where rp.domain_id = r.domain_id and rp.request_id = r.id
  having count(distinct h.lab_id) = 1`
/** Computes the id first, because row-level security lets only a plain value use the index. */
const LAB = `(select jsonb_build_object('id', l.id, 'company', l.company)
  from (select coalesce(c.lab_id, (${LAB_OF_PATIENTS})) as id offset 0) target
  join users l on l.domain_id = r.domain_id and l.id = target.id and l.active)`
const PATIENT = `jsonb_build_object('id', p.id, 'first_name', p.first_name, 'last_name', p.last_name)`
const patientsSql = (sum: string, none: string) => `coalesce((select ${sum}
  from label_request_patients rp
  join users p on p.domain_id = rp.domain_id and p.id = rp.patient_id
  where rp.domain_id = r.domain_id and rp.request_id = r.id), ${none})`

/** SQL for a request `r` and its center `c`. */
const columns = {
  id: ['base', 'r.id'],
  domain_id: ['base', 'r.domain_id'],
  harvest_center: ['base', 'r.center_id'],
  harvest_center_name: ['base', 'c.company'],
  hc_desc: ['base', `jsonb_build_array(jsonb_build_object('id', r.center_id, 'company', c.company, 'email', c.email))`],
  harvest_center_email: ['base', 'r.email'],
  harvest_center_representative: ['base', 'r.representative'],
  doctor: ['base', 'r.doctor'],
  doctor_name: ['base', 'r.doctor_name'],
  doctor_email: ['base', 'r.doctor_email'],
  doctor_phone: ['base', 'r.doctor_phone'],
  label_date: ['base', 'r.label_date'],
  address1: ['base', 'r.address1'],
  address2: ['base', 'r.address2'],
  city: ['base', 'r.city'],
  state_desc: ['base', 'r.state_desc'],
  country_desc: ['base', 'r.country_desc'],
  zip_code: ['base', 'r.zip_code'],
  tracking_number: ['base', 'r.tracking_number'],
  tracking_link: ['base', 'r.tracking_link'],
  pdf_file: ['base', 'r.pdf_file'],
  notification_sent: ['base', 'r.notification_sent'],
  carrier_state: ['base', 'r.carrier_state'],
  tracking_status: ['base', 'r.tracking_status'],
  tracking_text: ['base', 'r.tracking_text'],
  tracked_at: ['base', 'r.tracked_at'],
  parcel: ['base', 'r.parcel'],
  lab: ['base', LAB],
  created_at: ['base', 'r.created_at'],
  patients: ['person', patientsSql(`jsonb_agg(${PATIENT} order by p.id)`, `'[]'`)],
  patients_ids: ['person', patientsSql(`string_agg(p.id::text, ',' order by p.id)`, `''`)],
  other_patient_name: ['person', 'r.other_patient_name'],
  unsigned_confirmed: ['person', 'r.unsigned_confirmed'],
  override_reason: ['admin', 'r.override_reason', `''`],
} as const satisfies Columns<Row, RequestGroup>
const FROM_REQUESTS = `
  from label_requests r
  join users c on c.domain_id = r.domain_id and c.id = r.center_id`

const withAbilities = (viewer: Viewer, row: Row): LabelRequest => ({ ...row, can: labelRequestPolicy.abilities(viewer, row) })

/** The requests that the viewer may see, newest first: of all its centers, or of one of them. */
export async function findLabelRequests(
  db: Db,
  viewer: Viewer,
  { center, ...filter }: RequestFilter,
): Promise<Page<LabelRequest>> {
  const served = await findCentersServedBy(db, viewer)
  if (center === undefined) return findRequestsOfCenters(db, viewer, served, filter)
  return findRequestsOfCenters(db, viewer, served === null || served.includes(center) ? [center] : [], filter)
}

/** Newest first. `centers` null: of all centers of the domain. */
export async function findRequestsOfCenters(
  db: Db,
  viewer: Viewer,
  centers: readonly number[] | null,
  filter: RequestFilter,
): Promise<Page<LabelRequest>> {
  const rows = `
    select ${selectList(columns, groupsOfRequests(viewer.role))}
    ${FROM_REQUESTS}
    where r.domain_id = $1 and r.id = any(page.ids)`
  const { count, results } = await readList<Row>(db, listRequests(centers, filter), filter, rows)
  return { count, results: results.map((row) => withAbilities(viewer, row)) }
}

async function readRequest<Group extends RequestGroup>(db: Db, condition: RawBuilder<unknown>, groups: readonly Group[]) {
  const { rows } = await sql<RowOf<Row, typeof columns, Group>>`
    select ${sql.raw(`${selectList<Row, RequestGroup>(columns, groups)} ${FROM_REQUESTS}`)}
    where r.domain_id = ${db.domainId} and ${condition}`.execute(db)
  return rows[0] ?? fail('not_found')
}

/** A request that the viewer may see, else not_found. */
export async function getLabelRequest(db: Db, viewer: Viewer, id: number): Promise<LabelRequest> {
  const seen = sql`r.id = ${id} and ${labelRequestsSeenBy(viewer)}`
  return withAbilities(viewer, await readRequest(db, seen, groupsOfRequests(viewer.role)))
}

/** Only base columns: mails contain nothing about a patient. */
export const getRequestForMail = (db: Db, id: number) => readRequest(db, sql`r.id = ${id}`, ['base'])

/** Locks a request until the transaction ends. */
export const lockLabelRequest = async (db: Db, id: number) => (await db.lockRow('label_requests', { id })) ?? fail('not_found')
export type LockedRequest = Awaited<ReturnType<typeof lockLabelRequest>>

/** A link to the PDF of a request that the caller sees. */
export const labelLink = (
  secretKey: string,
  domainId: number,
  actor: Pick<Actor, 'id' | 'impersonatorId'>,
  name: string,
): string => fileLink(secretKey, domainId, actor, labelPath(name))

/** Ids of the patients of the request that a file belongs to; not_found unless the viewer may see that request. */
export async function getPatientsOfFile(db: Db, viewer: Viewer, name: string): Promise<number[]> {
  const { rows } = await sql<{ patients: number[] }>`
    select array(
      select p.patient_id
      from label_request_patients p
      where p.domain_id = r.domain_id and p.request_id = r.id) as patients
    from label_requests r
    where r.domain_id = ${db.domainId} and r.pdf_file = ${name} and ${labelRequestsSeenBy(viewer)}`.execute(db)
  return (rows[0] ?? fail('not_found')).patients
}
