/** The domain password lets a visitor sign up as an admin. Only its hash is stored; without a password, nobody signs up. */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { hashPassword, verifyPassword } from '#api/platform/crypto/passwords.ts'
import { failField } from '#api/platform/http/errors/fail.ts'

/**
 * Sets the domain password; null closes the sign-up of admins. Needs the database role that owns the tables, because the role of
 * the application may only read. The audit has the change but not the password.
 */
export async function setDomainPassword(db: Db, auditActor: AuditActor, password: string | null): Promise<void> {
  const admin_form_password_hash = password === null ? null : await hashPassword(password)
  await db
    .insertInto('domain_secrets')
    .values({ domain_id: db.domainId, admin_form_password_hash })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ admin_form_password_hash }))
    .execute()
  await db.updateTable('domains').set({ updated_at: sql`now()` }).where('id', '=', db.domainId).execute()
  audit(db, auditActor, { type: 'domain.changed', after: { admin_sign_up: password === null ? 'closed' : 'new password' } })
}

/** Refuses a wrong password with access_not_allowed for the field. Takes the same time without a stored password. */
export async function validateDomainPassword(db: Db, password: string, field: string): Promise<void> {
  const secrets = await db
    .selectFrom('domain_secrets')
    .select('admin_form_password_hash')
    .where('domain_id', '=', db.domainId)
    .executeTakeFirst()
  if (await verifyPassword(secrets?.admin_form_password_hash, password)) return
  failField(field, 'access_not_allowed')
}
