/** The people of documents: patients and centers, as signers and requesters. */
import type { Db } from '#api/db/db.ts'
import { displayNameOf } from '#api/db/user-sql.ts'

export interface Person {
  id: number
  subscription: number
  /** The full name; without one, the company. */
  name: string
  company: string
  email: string
  active: boolean
  harvest_center_id: number | null
  referral_harvest_center_id: number | null
  referred_center_id: number | null
}

const PERSON = `
  select id, subscription, ${displayNameOf('u')} as name, company, email, active,
    harvest_center_id, referral_harvest_center_id, referred_center_id
  from users u
  where domain_id = $1`

export async function findPerson(db: Db, id: number): Promise<Person | undefined> {
  const [found] = await db.rows<Person>(`${PERSON} and id = $2`, [db.domainId, id])
  return found
}
