/**
 * The visible rows of each viewer, as conditions of SQL queries: an invisible row is never read, so it does not exist for the viewer.
 * Each role has one rule, see "Who may see what" in the glossary. A tie counts while it exists and its other user is active; the
 * session has already checked that the viewer is active. Past payments, requests and notes are not ties. The sales line is an
 * exception, see decision 036.
 */
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'

type UserExpressions = ExpressionBuilder<Tables, 'users'>
type Condition = Expression<SqlBool>

/** Memberships are literals, because PostgreSQL uses an index of one membership only for a literal. */
const patient = sql.lit(membershipIds.patient)
const rep = sql.lit(membershipIds.sales_rep)
const manager = sql.lit(membershipIds.sales_manager)
const harvestCenter = sql.lit(membershipIds.harvest_center)
const centerMemberships = sql`(${harvestCenter}, ${sql.lit(membershipIds.referral_harvest_center)})`

/**
 * Ids of the reps of a manager, or of the reps of all managers of a distributor. Inactive users stay in the sales line,
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

/** Ids of the active centers of a staff user or a lab (050-ties.sql). */
const centersOfStaff = (id: number) => sql`(select c.id from centers_of_staff(${id}) c (id))`
export const centersOfLab = (id: number) => sql`(select c.id from centers_of_lab(${id}) c (id))`

const allRows = () => sql<SqlBool>`true`
const noRows = () => sql<SqlBool>`false`

/** The patients that each role may see, as conditions on `users`. Sales roles see them without the person. */
const patientRules: Record<Role, (viewer: Viewer) => Condition> = {
  admin: allRows,
  patient: ({ id }) => sql<SqlBool>`users.id = ${id}`,
  observer: noRows,
  lab: ({ id }) => sql<SqlBool>`users.harvest_center_id in ${centersOfLab(id)}`,
  harvest_center: ({ id }) => sql<SqlBool>`(users.harvest_center_id = ${id} or users.referred_center_id = ${id})`,
  referral_harvest_center: ({ id }) => sql<SqlBool>`users.referral_harvest_center_id = ${id}`,
  // As arrays, the centers are read once and both columns use an index. With "in", PostgreSQL reads every patient.
  hc_staff: ({ id }) => sql<SqlBool>`(
    users.harvest_center_id = any(array${centersOfStaff(id)})
    or users.referred_center_id = any(array${centersOfStaff(id)}))`,
  sales_rep: ({ id }) => sql<SqlBool>`users.line_rep_id = ${id}`,
  sales_manager: (viewer) => sql<SqlBool>`users.line_rep_id in ${repsOf(viewer)}`,
  sales_distributor: (viewer) => sql<SqlBool>`users.line_rep_id in ${repsOf(viewer)}`,
}

/** The other users that each role may see: centers, staff and the sales line. `usersSeenBy` adds that they are active. */
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
  // A patient sees only itself. Its own account can be inactive only in an impersonation by an admin.
  const activeOrSelf = (users: UserExpressions) => (viewer.role === 'patient' ? allRows() : users('users.active', '=', true))
  return (users) => users.and([users('users.subscription', '=', patient), activeOrSelf(users), rule(viewer)])
}

/**
 * All users that the viewer may see: itself (inactive only in an impersonation by an admin), patients and other users. Only
 * admins see other inactive users, until these are removed.
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

/** Active users other than patients that the viewer may see. With this condition alone, PostgreSQL reads only these. */
export function othersSeenBy(viewer: Viewer): (users: UserExpressions) => Condition {
  const rule = viewer.role ? otherRules[viewer.role] : noRows
  return (users) =>
    users.and([users('users.active', '=', true), users('users.subscription', '<>', membershipIds.patient), rule(viewer)])
}

/**
 * The sales that a viewer may see, as a condition on `transactions t`. They belong to the parties of today, whoever paid: staff see those
 * of their present centers, and an edit that moves a sale to another party takes it from the earlier one.
 */
export function salesSeenBy({ id, role }: Viewer): Condition {
  const isParty = (column: string) => sql<SqlBool>`${sql.ref(`t.${column}`)} = ${id}`
  const rules: Record<Role, Condition> = {
    admin: allRows(),
    patient: isParty('patient_id'),
    observer: noRows(),
    lab: noRows(),
    harvest_center: isParty('harvest_center_id'),
    referral_harvest_center: isParty('referral_harvest_center_id'),
    hc_staff: sql<SqlBool>`t.harvest_center_id in ${centersOfStaff(id)}`,
    sales_rep: isParty('sales_rep_id'),
    sales_manager: isParty('sales_manager_id'),
    sales_distributor: isParty('sales_distributor_id'),
  }
  return role ? rules[role] : noRows()
}

/** Rows of centers for which the viewer works, as a condition on the column with the id of the center. */
export function centersServedBy({ id, role }: Viewer, column: string): Condition {
  if (role === 'admin') return allRows()
  const center = sql.ref(column)
  return role === 'hc_staff' ? sql<SqlBool>`${center} in ${centersOfStaff(id)}` : sql<SqlBool>`${center} = ${id}`
}

/** Label requests that the viewer may see, as a condition on `label_requests r`. */
export const labelRequestsSeenBy = (viewer: Viewer) => centersServedBy(viewer, 'r.center_id')

/**
 * Documents that a viewer may see, as a condition on `documents d`. Patients see their own; centers and their staff those of their
 * patients, of addresses that they invited, and their own; labs those of their patients. Removed documents are seen by admins only,
 * but patients keep what they signed (15 USC 7001(e)).
 */
export function documentsSeenBy({ id, role }: Viewer): Condition {
  const rules: Record<Role, Condition> = {
    admin: allRows(),
    patient: sql<SqlBool>`d.patient_id = ${id}`,
    observer: noRows(),
    lab: sql<SqlBool>`(d.party = 'patient' and d.harvest_center_id = any(array${centersOfLab(id)}))`,
    harvest_center: sql<SqlBool>`(d.harvest_center_id = ${id} or d.referred_center_id = ${id})`,
    referral_harvest_center: sql<SqlBool>`(d.referral_center_id = ${id} or d.harvest_center_id = ${id})`,
    hc_staff: sql<SqlBool>`(
      d.harvest_center_id = any(array${centersOfStaff(id)}) or d.referred_center_id = any(array${centersOfStaff(id)}))`,
    sales_rep: noRows(),
    sales_manager: noRows(),
    sales_distributor: noRows(),
  }
  if (!role) return noRows()
  if (role === 'admin') return rules.admin
  const listed = role === 'patient' ? sql`(d.hidden_at is null or d.status = 'Completed')` : sql`d.hidden_at is null`
  return sql<SqlBool>`(${rules[role]} and ${listed} and d.party <> 'test')`
}

/** Ids of the centers for which the viewer works, for lists that are tallied by center; null means all of the domain. */
export async function findCentersServedBy(db: Db, { id, role }: Viewer): Promise<number[] | null> {
  if (role === 'admin') return null
  return role === 'hc_staff' ? findCentersOfStaff(db, id) : [id]
}

async function findCentersOfStaff(db: Db, staff: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>('select c.id from centers_of_staff($1) c (id)', [staff])
  return rows.map(({ id }) => id)
}

/** Sales roles see a patient and its stage, but never the person. */
export const seesPersons = (role: Role | undefined) =>
  role !== 'sales_rep' && role !== 'sales_manager' && role !== 'sales_distributor'

/** Whether the id is an active patient that the viewer may see. */
export async function seesPatient(db: Db, viewer: Viewer, id: number): Promise<boolean> {
  return (await db.findRow('users', ['id'], { id }, patientsSeenBy(viewer))) !== undefined
}

/** Fails with not_found unless the viewer may see this active patient. */
export async function assertVisiblePatient(db: Db, viewer: Viewer, id: number): Promise<void> {
  if (!(await seesPatient(db, viewer, id))) fail('not_found')
}

/** Whether the viewer may see this user, and the user has that role. */
export async function seesUser(db: Db, viewer: Viewer, id: number, role?: Role): Promise<boolean> {
  const ofRole = role && { subscription: membershipIds[role] }
  return (await db.findRow('users', ['id'], { id, ...ofRole }, usersSeenBy(viewer))) !== undefined
}

/** Fails with not_found unless the viewer may see this user, and the user has that role. */
export async function assertVisibleUser(db: Db, viewer: Viewer, id: number, role?: Role): Promise<void> {
  // Users see themselves and admins see everybody, so a query is not needed.
  if (role === undefined && (viewer.role === 'admin' || viewer.id === id)) return
  if (!(await seesUser(db, viewer, id, role))) fail('not_found')
}
