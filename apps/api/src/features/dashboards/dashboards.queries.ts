/** The dashboard of each role. */
import type { AnswerOf } from '@vialdesk/contract/base/call'
import { toDollars } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { dashboards } from '@vialdesk/contract/business/dashboards'
import { VialState } from '@vialdesk/contract/care/single-vials'
import { processingStages } from '@vialdesk/contract/people/lab-fields'
import { sql } from 'kysely'
import { selectList } from '#api/db/columns.ts'
import type { Db } from '#api/db/db.ts'
import { processingColumns } from '#api/features/accounts/user-columns.queries.ts'
import { listPaymentsToReview } from '#api/features/checkout/payment/attempts.queries.ts'
import { countFailures, countPendingOfCenter, countWaitingForPatient } from '#api/features/documents/documents.queries.ts'
import { countOrdersToShip } from '#api/features/orders/orders.queries.ts'
import { findDuePatients } from '#api/features/patients/due-patients.queries.ts'
import { visiblePatients } from '#api/features/patients/patient-matches.queries.ts'
import { countStages } from '#api/features/patients/patient-pages.queries.ts'
import { getPatientRows } from '#api/features/patients/patients.queries.ts'
import { countTeam } from '#api/features/sales/team.queries.ts'
import { findArrivedParcels } from '#api/features/shipping/parcels/arrived-parcels.queries.ts'
import { listPartyTransactions } from '#api/features/transactions/transactions.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type Domain, domainUrl } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { countAccounts, countLabelsWaiting, sumSalesByMonth, sumSalesByProduct } from './totals.queries.ts'

const ARRIVED_COUNT = `
  select count(*) as n
  from centers_of_lab($2) c (id)
  join patient_stages p on p.domain_id = $1 and p.center_id = c.id and p.arrived`

const CENTER_COUNT = 'select count(*) as n from centers_of_lab($1)'

const VIALS_BY_STATE = `
  select s.state, coalesce(sum(t.n), 0) as count
  from unnest($3::text[]) with ordinality s (state, place)
  left join tallies t on t.domain_id = $1 and t.list = 'vials' and t.key = 'lab:' || $2::bigint || '|state:' || s.state
  group by s.state, s.place
  order by s.place`

/** The dashboard of a lab: due patients, patients by stage, and vials by state. */
export async function getLabDashboard(db: Db, viewer: Viewer, { time_zone }: Domain) {
  const { ids, ...due } = await findDuePatients(db, viewer.id, sql`(now() at time zone ${time_zone})::date`)
  const [centers] = await db.rows<{ n: number }>(CENTER_COUNT, [viewer.id])
  const [arrived] = await db.rows<{ n: number }>(ARRIVED_COUNT, [db.domainId, viewer.id])
  return {
    harvest_centers: centers?.n ?? 0,
    patients_by_stage: await countStages(db, viewer),
    ...due,
    due: await getPatientRows(db, viewer, ids),
    arrived: arrived?.n ?? 0,
    arrived_parcels: await findArrivedParcels(db, viewer.id),
    orders_to_ship: await countOrdersToShip(db, viewer),
    vials_by_state: await db.rows<{ state: VialState; count: number }>(VIALS_BY_STATE, [
      db.domainId,
      viewer.id,
      VialState.options,
    ]),
  }
}

export async function getAdminDashboard(db: Db, viewer: Viewer, domain: Domain) {
  const revenue_by_month = await sumSalesByMonth(db, domain)
  const [last, current] = revenue_by_month.slice(-2)
  const { count: payments_to_review } = await listPaymentsToReview(db, { limit: 0, offset: 0 })
  return {
    ...(await countAccounts(db, domain)),
    revenue_this_month: current?.amount ?? 0,
    revenue_last_month: last?.amount ?? 0,
    payments_to_review,
    labels_waiting: await countLabelsWaiting(db),
    orders_to_ship: await countOrdersToShip(db, viewer),
    failed_documents: await countFailures(db),
    revenue_by_month,
    revenue_by_product: await sumSalesByProduct(db, domain),
    patients_by_stage: await countStages(db, viewer),
  }
}

/** Vials count as ready soon if they are expected within these days, or were expected earlier and are not ready. */
const READY_SOON_DAYS = 14
const MAX_IN_PROCESSING = 10

/** Patients whose cells are at the lab or on their way there, by expected date. */
async function findInProcessing(db: Db, viewer: Viewer, { time_zone }: Domain) {
  const processing = visiblePatients(db, viewer)
    .leftJoin('lab_records', (join) =>
      join.onRef('lab_records.domain_id', '=', 'users.domain_id').onRef('lab_records.user_id', '=', 'users.id'),
    )
    .where('p.stage', 'in', processingStages)
    .select(['users.id', 'lab_records.estimated_date_vials_ready_to_ship as expected'])
  const { rows } = await sql<{ ready_soon: number; ids: number[] }>`
    with processing as materialized (${processing})
    select (
        select count(*)
        from processing
        where expected <= (now() at time zone ${time_zone})::date + ${sql.lit(READY_SOON_DAYS)}) as ready_soon,
      array_to_json(array(select id from processing order by expected, id limit ${sql.lit(MAX_IN_PROCESSING)})) as ids`.execute(
    db,
  )
  return rows[0] as { ready_soon: number; ids: number[] }
}

const SPENT_THIS_MONTH = `
  select coalesce(sum(net_cents), 0) as cents
  from transactions
  where domain_id = $1 and harvest_center_id = $2 and day >= date_trunc('month', now() at time zone $3)`

/** The user's payments without a known result. The conditions match the partial indexes of such attempts. */
const UNCONFIRMED_PAYMENTS = `
  select invoice_id, amount_cents / 100.0 as amount
  from (
    select invoice_id, amount_cents, created_at
    from checkout_attempts
    where domain_id = $1 and user_id = $2 and status in ('sending', 'unknown', 'held')
    union all
    select invoice_id, amount_cents, created_at
    from checkout_attempts
    where domain_id = $1 and user_id = $2 and status = 'review' and review_note is not null) a
  order by created_at desc, invoice_id`

const HAS_ACTIVE_REP = `
  select exists (
    select
    from users c
    join users r on r.domain_id = $1 and r.id = c.sales_rep_id and r.active
    where c.domain_id = $1 and c.id = $2) as yes`

export async function getCenterDashboard(db: Db, viewer: Viewer, domain: Domain) {
  const { ready_soon, ids } = await findInProcessing(db, viewer, domain)
  const [spent] = await db.rows<{ cents: number }>(SPENT_THIS_MONTH, [db.domainId, viewer.id, domain.time_zone])
  const [rep] = await db.rows<{ yes: boolean }>(HAS_ACTIVE_REP, [db.domainId, viewer.id])
  const recent = await listPartyTransactions(db, { harvest_center_id: viewer.id, limit: 5, offset: 0 }, 'buyer')
  return {
    patients_by_stage: await countStages(db, viewer),
    in_processing: await getPatientRows(db, viewer, ids),
    ready_soon,
    labels_waiting: await countLabelsWaiting(db, viewer.id),
    pending_signatures: await countPendingOfCenter(db, viewer.id),
    spent_this_month: toDollars(spent?.cents ?? 0),
    unconfirmed_payments: await db.rows<{ invoice_id: string; amount: number }>(UNCONFIRMED_PAYMENTS, [db.domainId, viewer.id]),
    recent_transactions: recent.results,
    has_sales_rep: rep?.yes ?? false,
  }
}

const VIALS_OF_REFERRED_PATIENTS = `
  select
    coalesce(sum(l.vials_preparation), 0) as vials_preparation,
    coalesce(sum(l.vials_ready_ship), 0) as vials_ready_ship,
    coalesce(sum(v.vials_available), 0) as vials_available,
    coalesce(sum(v.vials_shipped), 0) as vials_shipped
  from patient_stages p
  left join lab_records l on l.domain_id = $1 and l.user_id = p.user_id
  left join vial_counts v on v.domain_id = $1 and v.user_id = p.user_id
  where p.domain_id = $1 and p.referral_center_id = $2`

const UNDECIDED_ASSOCIATION_REQUESTS = `
  select count(*) as waiting
  from association_requests
  where domain_id = $1 and referral_center_id = $2 and decision is null`

interface VialSums {
  vials_preparation: number
  vials_ready_ship: number
  vials_available: number
  vials_shipped: number
}

/** Sums the records one by one: a referral center has few patients. */
export async function getReferralDashboard(db: Db, viewer: Viewer) {
  const [vials] = await db.rows<VialSums>(VIALS_OF_REFERRED_PATIENTS, [db.domainId, viewer.id])
  const [centers] = await db.rows<{ waiting: number }>(UNDECIDED_ASSOCIATION_REQUESTS, [db.domainId, viewer.id])
  return {
    patients_by_stage: await countStages(db, viewer),
    ...(vials as VialSums),
    pending_signatures: await countPendingOfCenter(db, viewer.id),
    waiting_centers: centers?.waiting ?? 0,
  }
}

const { harvest_center, referral_harvest_center } = membershipIds

const CENTERS_OF_REP = `
  select
    count(*) filter (where subscription = ${harvest_center}) as harvest_centers,
    count(*) filter (where subscription = ${referral_harvest_center}) as referral_harvest_centers
  from users
  where domain_id = $1 and sales_rep_id = $2 and active
    and subscription in (${harvest_center}, ${referral_harvest_center})`

export async function getSalesDashboard(db: Db, viewer: Viewer, domain: Domain, publicUrl: string) {
  const [centers] = await db.rows<{ harvest_centers: number; referral_harvest_centers: number }>(CENTERS_OF_REP, [
    db.domainId,
    viewer.id,
  ])
  const signUp = (form: string) => `${domainUrl(domain, publicUrl)}/${form}?srid=${viewer.id}`
  return {
    harvest_centers: centers?.harvest_centers ?? 0,
    referral_harvest_centers: centers?.referral_harvest_centers ?? 0,
    patients_by_stage: await countStages(db, viewer),
    transactions_by_month: await sumSalesByMonth(db, domain, `rep:${viewer.id}`),
    links: {
      harvest_center: signUp('harvest-center-registration'),
      referral_harvest_center: signUp('referral-harvest-center-registration'),
    },
  }
}

export async function getTeamDashboard(db: Db, viewer: Viewer, domain: Domain) {
  const kind = viewer.role === 'sales_distributor' ? 'distributor' : 'manager'
  return {
    ...(await countTeam(db, viewer)),
    patients_by_stage: await countStages(db, viewer),
    transactions_by_month: await sumSalesByMonth(db, domain, `${kind}:${viewer.id}`),
  }
}

type PatientRow = Omit<AnswerOf<typeof dashboards.patient>, 'documents_waiting'>

const PATIENT = `
  select
    ${selectList(processingColumns, ['processing', 'care'])},
    c.company as harvest_center,
    (
      select r.parcel
      from label_request_patients rp
      join label_requests r on r.domain_id = rp.domain_id and r.id = rp.request_id
      where rp.domain_id = u.domain_id and rp.patient_id = u.id
      order by rp.request_id desc
      limit 1) as parcel,
    (u.date_joined at time zone $3)::date as joined,
    stage_of(l, v) as stage
  from users u
  left join lab_records l on l.domain_id = u.domain_id and l.user_id = u.id
  left join vial_counts v on v.domain_id = u.domain_id and v.user_id = u.id
  left join users c on c.domain_id = u.domain_id and c.id = u.harvest_center_id
  where u.domain_id = $1 and u.id = $2`

export async function getPatientDashboard(db: Db, viewer: Viewer, { time_zone }: Domain) {
  const [patient] = await db.rows<PatientRow>(PATIENT, [db.domainId, viewer.id, time_zone])
  return patient ? { ...patient, documents_waiting: await countWaitingForPatient(db, viewer.id) } : fail('not_found')
}
