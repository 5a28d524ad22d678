/**
 * Who sees whom, in SQL, so that what may not be seen is never read. A user that the caller may not see does not exist for it.
 * The rules are those of the glossary's "who sees whom"; each role has one. A tie counts while it exists and the user at its other end is
 * active; the session has made sure of the caller. What was paid, requested or written in the past is no tie. The sales line is the
 * exception: see decision 036.
 */
import { membershipOf, type Role } from '@vialdesk/contract/roles'
import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'

type Users = ExpressionBuilder<Tables, 'users'>
type Condition = Expression<SqlBool>
type Who = Pick<Actor, 'id' | 'role'>

/**
 * Ids of the actor's reps: of a manager those who report to it, of a distributor those of its managers. Inactive people stay in the line,
 * because the business that they brought stays with the team.
 */
export const repsOf = ({ id, role }: Who) =>
  role === 'sales_manager'
    ? sql`(select r.id from users r where r.domain_id = current_domain() and r.sales_manager_id = ${id} and r.subscription = 3)`
    : sql`(select r.id from users r join users m on m.domain_id = r.domain_id and m.id = r.sales_manager_id
        where r.domain_id = current_domain() and m.sales_distributor_id = ${id} and r.subscription = 3)`

/** Ids of the active centers that a staff user works for, or that are assigned to a lab (050-ties.sql). */
const centersOfStaff = (id: number) => sql`(select c.id from centers_of_staff(${id}) c (id))`
export const centersOfLab = (id: number) => sql`(select c.id from centers_of_lab(${id}) c (id))`

const nobody = () => sql<SqlBool>`false`

/** The patients that a role may see; each gets the users' expression builder. Sales roles see them without the person. */
const patientRules: Record<Role, (who: Who) => Condition> = {
  admin: () => sql<SqlBool>`true`,
  patient: ({ id }) => sql<SqlBool>`users.id = ${id}`,
  observer: nobody,
  lab: ({ id }) => sql<SqlBool>`users.harvest_center_id in ${centersOfLab(id)}`,
  harvest_center: ({ id }) => sql<SqlBool>`(users.harvest_center_id = ${id} or users.referred_center_id = ${id})`,
  referral_harvest_center: ({ id }) => sql<SqlBool>`users.referral_harvest_center_id = ${id}`,
  // As arrays, the centers are found once and both columns are read by index; with "in", PostgreSQL reads every patient.
  hc_staff: ({ id }) =>
    sql<SqlBool>`(users.harvest_center_id = any(array${centersOfStaff(id)}) or users.referred_center_id = any(array${centersOfStaff(id)}))`,
  sales_rep: ({ id }) => sql<SqlBool>`users.line_rep_id = ${id}`,
  sales_manager: (who) => sql<SqlBool>`users.line_rep_id in ${repsOf(who)}`,
  sales_distributor: (who) => sql<SqlBool>`users.line_rep_id in ${repsOf(who)}`,
}

/** Users that are no patients: centers, staff and the sales line around the actor. That they are active, `usersSeenBy` asks. */
const otherRules: Record<Role, (who: Who) => Condition> = {
  admin: () => sql<SqlBool>`true`,
  patient: nobody,
  observer: ({ id }) => sql<SqlBool>`(users.subscription = 4 and users.lab_id = (
    select lab.id from users o join users lab on lab.domain_id = o.domain_id and lab.id = o.lab_id
    where o.domain_id = current_domain() and o.id = ${id} and lab.active))`,
  lab: ({ id }) => sql<SqlBool>`users.id in ${centersOfLab(id)}`,
  harvest_center: ({ id }) =>
    sql<SqlBool>`users.id in (select s.staff_id from staff_centers s where s.domain_id = current_domain() and s.center_id = ${id})`,
  referral_harvest_center: ({ id }) =>
    sql<SqlBool>`users.id in (select r.center_id from referral_centers r where r.domain_id = current_domain() and r.referral_center_id = ${id})`,
  hc_staff: ({ id }) => sql<SqlBool>`users.id in ${centersOfStaff(id)}`,
  sales_rep: ({ id }) => sql<SqlBool>`(users.subscription in (4, 5) and users.sales_rep_id = ${id})`,
  sales_manager: (who) =>
    sql<SqlBool>`(users.id in ${repsOf(who)} or (users.subscription in (4, 5) and users.sales_rep_id in ${repsOf(who)}))`,
  sales_distributor: (who) =>
    sql<SqlBool>`(users.id in ${repsOf(who)} or (users.subscription = 6 and users.sales_distributor_id = ${who.id}) or (users.subscription in (4, 5) and users.sales_rep_id in ${repsOf(who)}))`,
}

/** Active patients of the domain that the actor may see; a condition for a query on `users`. */
export function patientsSeenBy(who: Who): (users: Users) => Condition {
  const rule = who.role ? patientRules[who.role] : nobody
  // A patient sees nobody but itself, and an inactive one is in its account only where an admin looks into it.
  const counts = (users: Users) => (who.role === 'patient' ? sql<SqlBool>`true` : users('users.active', '=', true))
  return (users) => users.and([users('users.subscription', '=', 2), counts(users), rule(who)])
}

/**
 * Every user that the actor may see: itself (inactive only where an admin looks into its account), patients, and those around it. Only an
 * admin sees other inactive ones, until they are removed.
 */
export function usersSeenBy(who: Who): (users: Users) => Condition {
  if (who.role === 'admin') return (users) => users('users.removed_at', 'is', null)
  const patients = who.role ? patientRules[who.role] : nobody
  const others = who.role ? otherRules[who.role] : nobody
  return (users) =>
    users.or([
      users('users.id', '=', who.id),
      users.and([
        users('users.active', '=', true),
        users.or([users.and([users('users.subscription', '=', 2), patients(who)]), others(who)]),
      ]),
    ])
}

/** For rows that name a center: ids of the centers that a staff user works for now. */
export async function findCentersOfStaff(db: Db, staff: number): Promise<number[]> {
  const rows = await db.rows<{ id: number }>('select c.id from centers_of_staff($1) c (id)', [staff])
  return rows.map(({ id }) => id)
}

/** Sales roles see that there is a patient, and how far it is: never who it is. */
export const seesPersons = (role: Role | undefined) =>
  role !== 'sales_rep' && role !== 'sales_manager' && role !== 'sales_distributor'

/** Refuses with not_found unless the actor may see this active patient. */
export async function getVisiblePatient(db: Db, who: Who, id: number): Promise<{ id: number; harvest_center_id: number | null }> {
  const found = await db
    .selectFrom('users')
    .select(['users.id', 'users.harvest_center_id'])
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where(patientsSeenBy(who))
    .executeTakeFirst()
  return found ?? fail('not_found')
}

/** Whether the actor may see this user, and it is of that kind. */
export async function seesUser(db: Db, who: Who, id: number, kind: Role): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', membershipOf[kind])
    .where(usersSeenBy(who))
    .executeTakeFirst()
  return found !== undefined
}

/** Refuses with not_found unless this is a user of that kind whom the actor may see. */
export async function demandVisible(db: Db, who: Who, id: number, kind: Role): Promise<void> {
  if (!(await seesUser(db, who, id, kind))) fail('not_found')
}
