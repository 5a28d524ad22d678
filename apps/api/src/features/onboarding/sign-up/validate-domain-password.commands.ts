/** The domain password lets a visitor sign up as an admin. Only its hash is stored; without a password, nobody signs up. */
import type { Db } from '#api/db/db.ts'
import { verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/kernel/fail.ts'

/** Refuses a wrong password with access_not_allowed for the field. Takes the same time without a stored password. */
export async function validateDomainPassword(db: Db, password: string, field: string): Promise<void> {
  const secrets = await db
    .selectFrom('domain_secrets')
    .select('admin_form_password_hash')
    .where('domain_id', '=', db.domainId)
    // A change of the password ends the forms that wait. It must not miss a form that arrives at the same time.
    .forShare()
    .executeTakeFirst()
  if (await verifyPassword(secrets?.admin_form_password_hash, password)) return
  failField(field, 'access_not_allowed')
}
