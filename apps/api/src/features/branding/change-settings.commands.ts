/** Changes the settings of a domain. Every change is kept as a version, so that it can be undone. */
import { brandFaults } from '@vialdesk/contract/base/colors'
import { accessSettings } from '@vialdesk/contract/base/proof'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { isCountryCode } from '#api/features/accounts/edit/validate-address.commands.ts'
import { endAdminSignUps } from '#api/features/onboarding/sign-up/refuse-sign-up.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { fail, failFields } from '#api/platform/kernel/fail.ts'
import { isMailDomainTaken, MAIL_DOMAIN_TAKEN, mailDomainOf } from '#api/platform/mail/mail-domain.ts'
import { getOwnDomain, type Settings, settingsOf } from './settings.queries.ts'

/** A name of the time zone database. PostgreSQL reads an offset such as +05:00 with the opposite sign, so offsets are refused. */
const ZONE_NAME = /^(UTC|[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+)$/

function isTimeZone(name: string): boolean {
  try {
    return ZONE_NAME.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== undefined
  } catch {
    return false
  }
}

/** Values that stay as they are were accepted before, so they are not refused now. */
function validateChange({ primary_color, login_color, time_zone, country }: Partial<Settings>): void {
  const sentences = Object.fromEntries(brandFaults({ primary_color, login_color }).map(({ field, message }) => [field, message]))
  if (time_zone !== undefined && !isTimeZone(time_zone)) sentences.time_zone = 'Choose a time zone.'
  if (country !== undefined && !isCountryCode(country)) sentences.country = 'Choose a country.'
  if (Object.keys(sentences).length > 0) failFields(sentences)
}

/** Milliseconds, because browsers may send no more digits. */
const isSameMoment = (one: string, other: string) => new Date(one).getTime() === new Date(other).getTime()

interface Edit {
  values: Partial<Settings>
  /** The settings that the caller has seen, by `updated_at`. */
  loadedAt?: string | undefined
  /** Undefined for the console. */
  actor?: Actor
}

/** The changed settings, before and after; undefined if nothing changes. Refuses bad values and a change since `loadedAt`. */
async function planChange(db: Db, { values, loadedAt, actor }: Edit, lock: boolean) {
  const row = await getOwnDomain(db, { lock })
  if (loadedAt !== undefined && !isSameMoment(loadedAt, row.updated_at)) fail('conflict')
  const was = settingsOf(row)
  const changes = changesBetween(was, values)
  if (!changes) return undefined
  validateChange(changes.after)
  const sender = changes.after.email_sender
  if (sender !== undefined && (await isMailDomainTaken(db, mailDomainOf(sender)))) failFields({ email_sender: MAIL_DOMAIN_TAKEN })
  if (actor && accessSettings.some((setting) => setting in changes.after)) assertRecentProof(actor)
  return { was, changes, is: { ...was, ...changes.after } }
}

/** For a form with images: refuses it before an image is drawn and stored. */
export const validateEdit = async (db: Db, edit: Edit): Promise<void> => void (await planChange(db, edit, false))

/** Changes the given settings. Replaced images stay in the file store, because the version names them. */
export async function changeSettings(db: Db, edit: Edit): Promise<void> {
  const plan = await planChange(db, edit, true)
  if (!plan) return
  const { was, is, changes } = plan
  await db.updateTable('domains').set(changes.after).where('id', '=', db.domainId).execute()
  await db.insertRow('domain_versions', {
    actor_id: db.auditActor.actor?.id ?? null,
    before: JSON.stringify(was),
    after: JSON.stringify(is),
  })
  audit(db, { type: 'domain.changed', ...changes })
}

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
