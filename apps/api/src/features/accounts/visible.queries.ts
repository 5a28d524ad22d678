/**
 * Which rows a viewer sees, in SQL, so that a row which a viewer may not see is never read: for that viewer it does not exist.
 * The rules are those of "who sees whom" in the glossary; each role has one. A tie counts while it exists and the user at its other end is
 * active; the session has made sure of the viewer. Past payments, requests and notes are no tie. The sales line is the exception: see
 * decision 036.
 */
import { membershipIds, type Role } from '@vialdesk/contract/roles'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/http/errors/fail.ts'

type UserExpressions = ExpressionBuilder<Tables, 'users'>
type Condition = Expression<SqlBool>

/** Memberships as literals of the statement: an index over one membership is used only when the plan sees the number. */
const patient = sql.lit(membershipIds.patient)
const rep = sql.lit(membershipIds.sales_rep)
const manager = sql.lit(membershipIds.sales_manager)
const harvestCenter = sql.lit(membershipIds.harvest_center)
const centerMemberships = sql`(${harvestCenter}, ${sql.lit(membershipIds.referral_harvest_center)})`

/**
 * Ids of the viewer's reps: of a manager those who report to it, of a distributor those of its managers. Inactive people stay in the line,
 * because the business that they brought stays with the team.
 */
export const repsOf = ({ id, role }: Viewer) =>
  role === 'sales_manager'
    ? sql`(
        select r.id
        from users r
        where r.domain_id = current_domain() and r.sales_manager_id = ${id} and r.subscription = ${rep})`
    : sql`(
        select r.id
        from users r
        join users m on m.domain_id = r.domain_id and m.id = r.sales_manager_id
        where r.domain_id = current_domain() and m.sales_distributor_id = ${id} and r.subscription = ${rep})`

/** Ids of the active centers that a staff user works for, or that are assigned to a lab (050-ties.sql). */
const centersOfStaff = (id: number) => sql`(select c.id from centers_of_staff(${id}) c (id))`
export const centersOfLab = (id: number) => sql`(select c.id from centers_of_lab(${id}) c (id))`

const allRows = () => sql<SqlBool>`true`
const noRows = () => sql<SqlBool>`false`

/** The patients that a role may see; each gets the users' expression builder. Sales roles see them without the person. */
const patientRules: Record<Role, (viewer: Viewer) => Condition> = {
  admin: allRows,
  patient: ({ id }) => sql<SqlBool>`users.id = ${id}`,
  observer: noRows,
  lab: ({ id }) => sql<SqlBool>`users.harvest_center_id in ${centersOfLab(id)}`,
  harvest_center: ({ id }) => sql<SqlBool>`(users.harvest_center_id = ${id} or users.referred_center_id = ${id})`,
  referral_harvest_center: ({ id }) => sql<SqlBool>`users.referral_harvest_center_id = ${id}`,
  // As arrays, the centers are found once and both columns are read by index; with "in", PostgreSQL reads every patient.
  hc_staff: ({ id }) => sql<SqlBool>`(
    users.harvest_center_id = any(array${centersOfStaff(id)})
    or users.referred_center_id = any(array${centersOfStaff(id)}))`,
  sales_rep: ({ id }) => sql<SqlBool>`users.line_rep_id = ${id}`,
  sales_manager: (viewer) => sql<SqlBool>`users.line_rep_id in ${repsOf(viewer)}`,
  sales_distributor: (viewer) => sql<SqlBool>`users.line_rep_id in ${repsOf(viewer)}`,
}

/** Users that are no patients: centers, staff and the sales line around the viewer. `usersSeenBy` adds that they are active. */
const otherRules: Record<Role, (viewer: Viewer) => Condition> = {
  admin: allRows,
  patient: noRows,
  observer: ({ id }) => sql<SqlBool>`(
    users.subscription = ${harvestCenter}
    and users.lab_id = (
      select lab.id
      from users o
      join users lab on lab.domain_id = o.domain_id and lab.id = o.lab_id
      where o.domain_id = current_domain() and o.id = ${id} and lab.active))`,
  lab: ({ id }) => sql<SqlBool>`users.id in ${centersOfLab(id)}`,
  harvest_center: ({ id }) => sql<SqlBool>`users.id in (
    select s.staff_id
    from staff_centers s
    where s.domain_id = current_domain() and s.center_id = ${id})`,
  referral_harvest_center: ({ id }) => sql<SqlBool>`users.id in (
    select r.center_id
    from referral_centers r
    where r.domain_id = current_domain() and r.referral_center_id = ${id})`,
  hc_staff: ({ id }) => sql<SqlBool>`users.id in ${centersOfStaff(id)}`,
  sales_rep: ({ id }) => sql<SqlBool>`(users.subscription in ${centerMemberships} and users.sales_rep_id = ${id})`,
  sales_manager: (viewer) => sql<SqlBool>`(
    users.id in ${repsOf(viewer)}
    or (users.subscription in ${centerMemberships} and users.sales_rep_id in ${repsOf(viewer)}))`,
  sales_distributor: (viewer) => sql<SqlBool>`(
    users.id in ${repsOf(viewer)}
    or (users.subscription = ${manager} and users.sales_distributor_id = ${viewer.id})
    or (users.subscription in ${centerMemberships} and users.sales_rep_id in ${repsOf(viewer)}))`,
}

/** Active patients of the domain that the viewer may see; a condition for a query on `users`. */
export function patientsSeenBy(viewer: Viewer): (users: UserExpressions) => Condition {
  const rule = viewer.role ? patientRules[viewer.role] : noRows
  // A patient sees only itself, and its account is inactive only while an admin looks into it.
  const counts = (users: UserExpressions) => (viewer.role === 'patient' ? allRows() : users('users.active', '=', true))
  return (users) => users.and([users('users.subscription', '=', patient), counts(users), rule(viewer)])
}

/**
 * Every user that the viewer may see: itself (inactive only while an admin looks into its account), patients, and those around it. Only an
 * admin sees other inactive users, until they are removed.
 */
export function usersSeenBy(viewer: Viewer): (users: UserExpressions) => Condition {
  if (viewer.role === 'admin') return (users) => users('users.removed_at', 'is', null)
  const patients = viewer.role ? patientRules[viewer.role] : noRows
  const others = viewer.role ? otherRules[viewer.role] : noRows
  return (users) =>
    users.or([
      users('users.id', '=', viewer.id),
      users.and([
        users('users.active', '=', true),
        users.or([users.and([users('users.subscription', '=', patient), patients(viewer)]), others(viewer)]),
      ]),
    ])
}

/** The sales that a viewer may see, as a condition on `transactions t`. Staff see the sales of their centers, no matter who paid. */
export function salesSeenBy({ id, role }: Viewer): Condition {
  const paid = sql<SqlBool>`t.payer_id = ${id}`
  const or = (column: string) => sql<SqlBool>`(t.payer_id = ${id} or ${sql.ref(`t.${column}`)} = ${id})`
  const rules: Record<Role, Condition> = {
    admin: allRows(),
    patient: or('patient_id'),
    observer: paid,
    lab: paid,
    harvest_center: or('harvest_center_id'),
    referral_harvest_center: or('referral_harvest_center_id'),
    hc_staff: sql<SqlBool>`t.harvest_center_id in ${centersOfStaff(id)}`,
    sales_rep: or('sales_rep_id'),
    sales_manager: or('sales_manager_id'),
    sales_distributor: or('sales_distributor_id'),
  }
  return role ? rules[role] : paid
}

/** The rows that belong to a center for which the viewer works, as a condition on the column of the center's id. */
export function centersServedBy({ id, role }: Viewer, column: string): Condition {
  if (role === 'admin') return allRows()
  const center = sql.ref(column)
  return role === 'hc_staff' ? sql<SqlBool>`${center} in ${centersOfStaff(id)}` : sql<SqlBool>`${center} = ${id}`
}

/** Label requests that the viewer may see, as a condition on `label_requests r`. */
export const labelRequestsSeenBy = (viewer: Viewer) => centersServedBy(viewer, 'r.center_id')

/** For lists that are counted by center: ids of the centers for which the viewer works; null for all of the domain. */
export async function findCentersServedBy(db: Db, { id, role }: Viewer): Promise<number[] | null> {
  if (role === 'admin') return null
  return role === 'hc_staff' ? findCentersOfStaff(db, id) : [id]
}

/** For rows that name a center: ids of the centers that a staff user works for now. */
async function findCentersOfStaff(db: Db, staff: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>('select c.id from centers_of_staff($1) c (id)', [staff])
  return rows.map(({ id }) => id)
}

/** Sales roles see that there is a patient, and how far it is: never who it is. */
export const seesPersons = (role: Role | undefined) =>
  role !== 'sales_rep' && role !== 'sales_manager' && role !== 'sales_distributor'

/** Whether this is an active patient that the viewer may see. */
export async function seesPatient(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where(patientsSeenBy(viewer))
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses with not_found unless the viewer may see this active patient. */
export async function assertVisiblePatient(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await seesPatient(db, viewer, id))) fail('not_found')
}

/** Whether the viewer may see this user, and the user is of that kind. */
export async function seesUser(db: Db, viewer: Viewer, id: number, kind?: Role): Promise<boolean> {
  let users = db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where(usersSeenBy(viewer))
  if (kind) users = users.where('users.subscription', '=', membershipIds[kind])
  return (await users.executeTakeFirst()) !== undefined
}

/** Refuses with not_found unless the viewer may see this user, and the user is of that kind. */
export async function assertVisibleUser(db: Db, viewer: Viewer, id: number, kind?: Role): Promise<void> {
  // Everyone sees itself and an admin everyone: a query would only cost time.
  if (kind === undefined && (viewer.role === 'admin' || viewer.id === id)) return
  if (!(await seesUser(db, viewer, id, kind))) fail('not_found')
}
