import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { endAdminSignUps } from '#api/features/onboarding/sign-up/end-admin-sign-ups.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'

/**
 * Sets the password for the sign-up of admins; null closes the sign-up. Sign-ups that wait with the old one end. It is not part of a version. The audit has the change but not
 * the password.
 */
export async function setDomainPassword(db: Db, password: string | null): Promise<void> {
  const admin_form_password_hash = password === null ? null : await hashPassword(password)
  await db.saveRow('domain_secrets', {}, { admin_form_password_hash })
  await endAdminSignUps(db)
  await db.updateTable('domains').set({ updated_at: sql`now()` }).where('id', '=', db.domainId).execute()
  audit(db, { type: 'domain.changed', after: { admin_sign_up: password === null ? 'closed' : 'new password' } })
}
