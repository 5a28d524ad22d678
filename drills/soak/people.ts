/** Users of the seeded domain who log in for the soak. */
import { membershipIds, type WorkingRole, workingRoles } from '@vialdesk/contract/base/roles'
import type pg from 'pg'
import { inDomain } from '../../apps/api/src/db/transaction.ts'
import { createUser } from '../../apps/api/src/testing/factories.ts'
import { logIn } from '../../bench/sample.ts'

export interface Person {
  id: number
  email: string
  token: string
}

export type People = Record<WorkingRole, Person[]>

const MOST_OF_A_ROLE = 12

/** The seed gives patients no password, and has one admin. The password is that of the admin. */
const PASSWORD = `select password_hash from users where email = 'admin@scale.example'`
const GIVE_PASSWORDS = `
  update users
  set password_hash = $1
  where id in (select id from users where subscription = 2 and active order by id limit ${MOST_OF_A_ROLE})`
const FIND = 'select id::integer, email from users where subscription = $1 and active order by id limit $2'

function preparePeople(owner: pg.Pool, domainId: number): Promise<void> {
  return inDomain(owner, domainId, async (db) => {
    const [admin] = await db.rows<{ password_hash: string }>(PASSWORD, [])
    await db.rows(GIVE_PASSWORDS, [admin?.password_hash])
    for (let n = 1; n < MOST_OF_A_ROLE; n++)
      await createUser(db, 'admin', { email: `admin-${n}@scale.example`, password_hash: admin?.password_hash ?? null })
  })
}

export async function logInPeople(owner: pg.Pool, domainId: number, url: string): Promise<People> {
  await preparePeople(owner, domainId)
  const people = {} as People
  for (const role of workingRoles) {
    const rows = await inDomain(owner, domainId, (db) =>
      db.rows<{ id: number; email: string }>(FIND, [membershipIds[role], MOST_OF_A_ROLE]),
    )
    if (rows.length === 0) throw new Error(`The domain has no ${role}`)
    const loggedIn: Person[] = []
    for (const { id, email } of rows) loggedIn.push({ id, email, token: await logIn(url, email) })
    people[role] = loggedIn
  }
  return people
}
