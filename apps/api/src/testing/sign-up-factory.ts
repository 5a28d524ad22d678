/** Sign-ups for tests. */
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { nextNumber } from './factories.ts'

/** Creates a sign-up of a harvest center whose email is not verified. Nobody can verify it, because no link is mailed. */
export async function createSignUp(db: Db, values: Partial<Insertable<Tables['sign_ups']>> = {}): Promise<number> {
  const { id } = await db
    .insertInto('sign_ups')
    .values({
      ...{ domain_id: db.domainId, subscription: 4, company: `Waiting ${nextNumber()}`, first_name: 'Ines', last_name: 'Moreau' },
      ...{ email: `waiting-${nextNumber()}@mail.example`, password_hash: 'none', form: '{}' },
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
