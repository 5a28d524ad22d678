/** The people of documents: patients and centers, as signers and requesters. */
import { membershipIds, roleOfMembership } from '@vialdesk/contract/base/roles'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { displayNameOf, emailKeyOf } from '#api/db/user-sql.ts'
import { centersServedBy, patientsSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

export interface Person {
  id: number
  subscription: number
  /** The full name; without one, the company. */
  name: string
  email: string
  active: boolean
  template_id: string | null
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  referred_center_id: number | null
}

async function readPerson(db: Db, condition: RawBuilder<SqlBool>): Promise<Person | undefined> {
  const { rows } = await sql<Person>`
    select u.id, u.subscription, ${sql.raw(displayNameOf('u'))} as name, u.email, u.active, u.template_id,
      u.harvest_center_id, u.referral_harvest_center_id, u.referred_center_id
    from users u
    where u.domain_id = ${db.domainId} and ${condition}`.execute(db)
  return rows[0]
}

export const findPerson = (db: Db, id: number) => readPerson(db, sql`u.id = ${id}`)

/** An active center that the viewer is, or works for. */
export const findServedCenter = (db: Db, viewer: Viewer, id: number) =>
  readPerson(
    db,
    sql`u.id = ${id} and u.active and ${centersServedBy(viewer, 'u.id')}
      and u.subscription in (${membershipIds.harvest_center}, ${membershipIds.referral_harvest_center})`,
  )

/** The active patient of a center with this email. The account of another center's patient is not found. */
export async function findPatientOfCenter(db: Db, center: Person, email: string): Promise<Person | undefined> {
  const viewer = { id: center.id, role: roleOfMembership(center.subscription) }
  const found = await db.findRow('users', ['id'], { email_key: emailKeyOf(email) }, patientsSeenBy(viewer))
  return found && findPerson(db, found.id)
}

/** An active patient of the domain. */
export const findActivePatient = (db: Db, id: number) =>
  readPerson(db, sql`u.id = ${id} and u.active and u.subscription = ${membershipIds.patient}`)
