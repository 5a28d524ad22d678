/** Changes users. Validates while the rows are locked, and audits exactly what changed. */
import { membershipsNamedByCompany, PATIENT_UPDATED, RECORD_UPDATED, type UserEdit } from '@vialdesk/contract/accounts'
import { CURRENT_PASSWORD_REQUIRED } from '@vialdesk/contract/primitives'
import { membershipIds } from '@vialdesk/contract/roles'
import { REQUIRED } from '@vialdesk/contract/validation-messages'
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { invalidatePasswordLinks, sendPasswordLink } from '#api/features/sessions/send-password-link.commands.ts'
import { validatePassword } from '#api/features/sessions/set-password.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField, failFields } from '#api/platform/http/errors/fail.ts'
import { editableFields, type Field, labFields, userPolicy } from './accounts.policy.ts'
import { changeLabRecord, lockLabRecord } from './edit-lab-record.commands.ts'
import { tellOfNewcomer } from './notify-assignment.commands.ts'
import { hashAddress } from './previous-email.queries.ts'
import { canBePhone, WRONG_PHONE } from './validate-phone.commands.ts'
import { validateLinks, validateTags } from './validate-references.commands.ts'
import { assertVisibleUser } from './visible.queries.ts'

/**
 * Changes fields of a user, all or none, if the actor may change each of them. Returns the message of the answer. `least` is the ability
 * that the call requires: some calls are only for actors who may edit the user itself.
 */
export async function editUser(
  db: Db,
  auditActor: AuditActor,
  actor: Actor,
  id: number,
  { version, password_current, ...edit }: UserEdit,
  least: 'edit' | 'edit_lab_record' = 'edit_lab_record',
): Promise<string> {
  await assertVisibleUser(db, actor, id)
  const user = await lockUser(db, id)
  if (!userPolicy.can(actor, 'edit', user)) userPolicy.assertCan(actor, least, user)
  await validateEditable(db, actor, user, edit)
  const isPatient = user.subscription === membershipIds.patient
  const lab = isPatient ? await lockLabRecord(db, id) : undefined
  if (version !== undefined && version !== user.version + (lab?.version ?? 1)) fail('conflict')
  if (actor.id === id && edit.email !== undefined && edit.email !== user.email)
    await validateCurrentPassword(db, id, password_current)
  const { ofLab, ofUser } = split(edit)
  if (lab && Object.keys(ofLab).length > 0) await changeLabRecord(db, auditActor, id, lab, ofLab)
  await changeUser(db, auditActor, user, ofUser)
  return isPatient && actor.id !== id ? PATIENT_UPDATED : RECORD_UPDATED
}

type Edit = Pick<UserEdit, Field>
type LockedUser = Awaited<ReturnType<typeof lockUser>>

/** Locks the user until the transaction ends, so that two editors come one after the other. */
async function lockUser(db: Db, id: number) {
  const user = await db
    .selectFrom('users')
    .selectAll()
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('removed_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return user ?? fail('not_found')
}

async function validateEditable(db: Db, actor: Actor, user: LockedUser, edit: Edit): Promise<void> {
  const editable = editableFields({ ...actor, adminBehind: await isAdminBehind(db, actor) }, user)
  const refused = (Object.keys(edit) as Field[]).filter((field) => edit[field] !== undefined && !editable.has(field))
  if (refused.length > 0) failFields(Object.fromEntries(refused.map((field) => [field, 'You may not change this.'])))
  validateFilled(actor, user, edit)
}

/** Refuses to empty a required field, and a changed phone number that is not valid. */
function validateFilled(actor: Actor, user: LockedUser, { company, phone_number, country_desc }: Edit): void {
  const faults: Record<string, string> = {}
  if (company === '' && membershipsNamedByCompany.includes(user.subscription)) faults.company = REQUIRED
  if (phone_number === '' && actor.id === user.id) faults.phone_number = REQUIRED
  if (phone_number && phone_number !== user.phone_number && !canBePhone(phone_number, country_desc ?? user.country_desc))
    faults.phone_number = WRONG_PHONE
  if (Object.keys(faults).length > 0) failFields(faults)
}

/** The e-mail address controls the account, so an open session is not enough to change it: the password is asked for. */
async function validateCurrentPassword(db: Db, id: number, password = ''): Promise<void> {
  if (password === '') failField('password_current', CURRENT_PASSWORD_REQUIRED)
  await validatePassword(db, id, password, 'password_current')
}

async function isAdminBehind(db: Db, { kind, impersonatorId }: Actor): Promise<boolean> {
  if (kind !== 'impersonation' || impersonatorId === null) return false
  const behind = db
    .selectFrom('users')
    .select('subscription')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', impersonatorId)
  return (await behind.where('active', '=', true).executeTakeFirst())?.subscription === membershipIds.admin
}

/** The wire says `saless_rep_id`; we do not. */
function split({ saless_rep_id, ...edit }: Edit) {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined)
  const isLab = ([key]: [string, unknown]) => (labFields as string[]).includes(key)
  return {
    ofLab: Object.fromEntries(given.filter(isLab)) as Pick<UserEdit, (typeof labFields)[number]>,
    ofUser: {
      ...Object.fromEntries(given.filter((entry) => !isLab(entry))),
      ...(saless_rep_id !== undefined && { sales_rep_id: saless_rep_id }),
    } as Updateable<Tables['users']>,
  }
}

async function changeUser(db: Db, auditActor: AuditActor, user: LockedUser, edit: Updateable<Tables['users']>): Promise<void> {
  const changes = changesBetween(user as Updateable<Tables['users']>, edit)
  if (!changes) return
  const after = changes.after as Updateable<Tables['users']>
  await validateLinks(db, after)
  if (after.tags) await validateTags(db, after.tags)
  await update(db, user, after)
  if (after.email) await followEmail(db, auditActor, user)
  const patient = user.subscription === membershipIds.patient ? { patient: user.id } : {}
  audit(db, auditActor, { type: 'account.changed', subject: user.id, ...patient, ...changes })
  await tellOfNewcomer(db, { ...user, company: after.company ?? user.company }, after)
}

async function update(db: Db, { id, version }: LockedUser, values: Updateable<Tables['users']>): Promise<void> {
  await db
    .updateTable('users')
    .set({ ...values, version: version + 1 })
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .execute()
}

/**
 * Marks the new address as unverified and ends all links that were sent to the old one. Sends a password link if the user never
 * had a password. Notifies the old address.
 */
async function followEmail(db: Db, auditActor: AuditActor, { id, email, password_hash, active }: LockedUser): Promise<void> {
  await invalidatePasswordLinks(db, id)
  await db.rows('update users set email_verified_at = null where domain_id = $1 and id = $2', [db.domainId, id])
  if (password_hash === null && active) await sendPasswordLink(db, id, 'welcome')
  if (password_hash !== null || auditActor.actor?.id === id)
    await db.enqueue('accounts.tell_of_email', { user_id: id, request_id: auditActor.requestId, was: hashAddress(email) })
}
