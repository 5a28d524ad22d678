/** The first steps of a user, and what a new business has set up. */

import { membershipIds, type WorkingRole } from '@vialdesk/contract/base/roles'
import { type FirstRunStep, type FirstRunStepOf, firstRunSteps } from '@vialdesk/contract/business/first-run'
import type { Db } from '#api/db/db.ts'
import { hasValidRecords } from '#api/features/email/records/records.queries.ts'
import { findGatewayName } from '#api/features/payments/payment-settings.queries.ts'
import { findUsableTemplates } from '#api/features/templates/usable-templates.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'

/** The default of the column, in db/migrations/010-base.sql. */
const COLOR_OF_NEW_DOMAIN = '#0b6e6e'

const hasBrand = ({ logo, login_image, primary_color }: Domain) =>
  logo !== null || login_image !== null || primary_color !== COLOR_OF_NEW_DOMAIN

/** The tallies count active users by membership. */
const MEMBERSHIPS_WITH_USERS = `
  select key
  from tallies
  where domain_id = $1 and list = 'users' and key = any($2)
  group by key
  having sum(n) > 0`

async function findRolesWithUsers(
  db: Db,
): Promise<Pick<Record<FirstRunStepOf<'admin'>, boolean>, 'first_lab' | 'first_rep' | 'first_center'>> {
  const [lab, rep, center] = [membershipIds.lab, membershipIds.sales_rep, membershipIds.harvest_center].map((id) => `m:${id}`)
  const rows = await db.rows<{ key: string | undefined }>(MEMBERSHIPS_WITH_USERS, [db.domainId, [lab, rep, center]])
  const found = new Set(rows.map(({ key }) => key))
  return { first_lab: found.has(lab), first_rep: found.has(rep), first_center: found.has(center) }
}

/** Templates of these types are needed: for patients (2) and for harvest centers (4). Not every business has referral centers. */
const NEEDED_TEMPLATE_TYPES = [2, 4]

async function hasTemplates(db: Db): Promise<boolean> {
  for (const type of NEEDED_TEMPLATE_TYPES) if ((await findUsableTemplates(db, type)).length === 0) return false
  return true
}

/** A simulated gateway charges nobody, so it is not the gateway of a business. */
const hasGateway = async (db: Db) => (await findGatewayName(db)) !== 'embedded'

async function findBusinessSteps(db: Db, domain: Domain): Promise<Step[]> {
  const done: Record<FirstRunStepOf<'admin'>, boolean> = {
    two_step: domain.two_step_memberships.includes(membershipIds.admin),
    brand: hasBrand(domain),
    mail_records: await hasValidRecords(db, domain),
    payment_gateway: await hasGateway(db),
    templates: await hasTemplates(db),
    ...(await findRolesWithUsers(db)),
  }
  return firstRunSteps.admin.map((step) => ({ step, done: done[step] }))
}

interface Step {
  step: FirstRunStep
  done: boolean
}

export async function listFirstRunSteps(db: Db, { id, role }: Viewer, domain: Domain): Promise<Step[]> {
  // Observers have no dashboard, and memberships of the business no role.
  if (role === undefined || role === 'observer') return []
  return role === 'admin' ? findBusinessSteps(db, domain) : findFirstSteps(db, role, id)
}

const { sales_rep, sales_manager, harvest_center, referral_harvest_center } = membershipIds
const isCenter = `subscription in (${harvest_center}, ${referral_harvest_center})`

/** $1 is the domain, $2 the user. */
const rowsOf = (table: string, column: string) => `exists (select from ${table} where domain_id = $1 and ${column} = $2)`
const documentsOf = (column: string) =>
  `exists (select from documents where domain_id = $1 and ${column} = $2 and party = 'patient')`

/** An active user `m` below the user, on `condition`. */
const memberOf = (members: string, condition: string) => `
  exists (
    select
    from ${members}
    where m.domain_id = $1 and m.active and ${condition})`

/** A center of one of the reps `r`, on `condition`. `line_rep_id` of a center is its own rep. */
const centerOfReps = (reps: string, condition: string) => `
  exists (
    select
    from ${reps}
    join users c on c.domain_id = $1 and c.line_rep_id = r.id and c.${isCenter} and c.active
    where r.domain_id = $1 and r.active and r.subscription = ${sales_rep} and ${condition})`

const HAS_TWO_STEP = `
  exists (select from two_step_sign_ins where domain_id = $1 and user_id = $2 and confirmed_at is not null)`

const HAS_TISSUE = `
  exists (
    select
    from centers_of_lab($2) c (id)
    join patient_stages p on p.domain_id = $1 and p.center_id = c.id and p.received is not null)`

/** A patient without any document has signed none. */
const HAS_SIGNED_ALL = `
  coalesce((
    select bool_and(status = 'Completed')
    from documents
    where domain_id = $1 and patient_id = $2 and party = 'patient' and hidden_at is null
      and status in ('Completed', 'Pending')), false)`

const center = {
  card: rowsOf('payment_customers', 'user_id'),
  first_label: rowsOf('label_requests', 'center_id'),
}
const managersOfDistributor = `m.subscription = ${sales_manager} and m.sales_distributor_id = $2`

type Conditions = { [R in Exclude<WorkingRole, 'admin'>]: Record<FirstRunStepOf<R>, string> }
const conditions: Conditions = {
  harvest_center: {
    ...center,
    locations: rowsOf('locations', 'user_id'),
    first_patient: rowsOf('patient_stages', 'center_id'),
    first_signature: documentsOf('harvest_center_id'),
  },
  referral_harvest_center: {
    ...center,
    confirmed: rowsOf('referral_centers', 'referral_center_id'),
    first_patient: rowsOf('patient_stages', 'referral_center_id'),
    first_signature: documentsOf('referral_center_id'),
  },
  lab: {
    center_assigned: 'exists (select from centers_of_lab($2))',
    first_tissue: HAS_TISSUE,
    first_vials: rowsOf('vials', 'lab_id'),
  },
  sales_rep: {
    first_sign_up: `(${rowsOf('sign_ups', 'rep_id')} or ${rowsOf('users', 'sales_rep_id')})`,
    first_center: memberOf('users m', `m.sales_rep_id = $2 and m.${isCenter}`),
    first_sale: rowsOf('transactions', 'sales_rep_id'),
  },
  sales_manager: {
    first_rep: memberOf('users m', `m.sales_manager_id = $2 and m.subscription = ${sales_rep}`),
    first_center: centerOfReps('users r', 'r.sales_manager_id = $2'),
    first_sale: rowsOf('transactions', 'sales_manager_id'),
  },
  sales_distributor: {
    first_manager: memberOf('users m', managersOfDistributor),
    first_rep: memberOf(
      `users m join users r on r.domain_id = $1 and r.sales_manager_id = m.id and r.subscription = ${sales_rep} and r.active`,
      managersOfDistributor,
    ),
    first_center: centerOfReps(
      'users m join users r on r.domain_id = $1 and r.sales_manager_id = m.id',
      `m.domain_id = $1 and m.active and ${managersOfDistributor}`,
    ),
  },
  hc_staff: { center_assigned: rowsOf('staff_centers', 'staff_id'), two_step: HAS_TWO_STEP },
  patient: { documents_signed: HAS_SIGNED_ALL, two_step: HAS_TWO_STEP },
}

/** The first steps of a user who is no admin. Each is true once its row exists, so nothing is stored. */
async function findFirstSteps<R extends keyof Conditions>(db: Db, role: R, userId: number) {
  const steps: readonly FirstRunStep[] = firstRunSteps[role]
  const sql = conditions[role] as Partial<Record<FirstRunStep, string>>
  const [done] = await db.rows<Partial<Record<FirstRunStep, boolean>>>(
    `select ${steps.map((step) => `${sql[step]} as ${step}`).join(',\n  ')}`,
    [db.domainId, userId],
  )
  return steps.map((step) => ({ step, done: done?.[step] === true }))
}
