/** Edits users. Validates while the rows are locked, and audits exactly the changed values. */

import { CURRENT_PASSWORD_REQUIRED } from '@vialdesk/contract/base/primitives'
import { accessFieldsOfUser } from '@vialdesk/contract/base/proof'
import { membershipIds, VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import { REQUIRED } from '@vialdesk/contract/base/validation-messages'
import { membershipsNamedByCompany, type UserEdit } from '@vialdesk/contract/people/accounts'
import type { Updateable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { editableFields, labFields, type UserField, userPolicy } from '#api/features/accounts/accounts.policy.ts'
import { changeLabRecord, lockLabRecord } from '#api/features/lab-record/edit-lab-record.commands.ts'
import {
  endLinks,
  invite,
  sendPasswordLink,
  validatePassword,
} from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import { assertVisibleUser } from '#api/features/visibility/visible.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { audit, auditedPatient, changesBetween } from '#api/platform/audit/audit.ts'
import { fail, failField, failFields } from '#api/platform/kernel/fail.ts'
import { notifyAssignment } from './notify-assignment.commands.ts'
import { hashEmail } from './previous-email.queries.ts'
import { findEditedAddressErrors, INVALID_PHONE, isPossiblePhone } from './validate-address.commands.ts'
import { validateReferences, validateTags } from './validate-references.commands.ts'

/**
 * Changes all fields or none; the actor must be allowed to change each of them.
 * `requiredAbility` is the ability that the call requires: some calls are only for actors who may edit the user itself.
 */
export async function editUser(
  db: Db,
  actor: Actor,
  id: number,
  { version, password_current, ...edit }: UserEdit,
  requiredAbility: 'edit' | 'edit_lab_record' = 'edit_lab_record',
): Promise<void> {
  await assertVisibleUser(db, actor, id)
  const user = await getLockedUser(db, id)
  if (!userPolicy.can(actor, 'edit', user)) userPolicy.assertCan(actor, requiredAbility, user)
  validateEditable(actor, user, edit)
  const isPatient = user.subscription === membershipIds.patient
  const labRecord = isPatient ? await lockLabRecord(db, id) : undefined
  if (version !== undefined && version !== user.version + (labRecord?.version ?? 1)) fail('conflict')
  if (actor.id !== id) {
    if (changesAccess(user, edit)) assertRecentProof(actor)
  } else if (edit.email !== undefined && edit.email !== user.email) await validateCurrentPassword(db, id, password_current)
  const { labFieldsEdit, userEdit } = splitEdit(edit)
  if (labRecord && Object.keys(labFieldsEdit).length > 0) await changeLabRecord(db, id, labRecord, labFieldsEdit)
  await changeUser(db, user, userEdit)
}

type EditedFields = Pick<UserEdit, UserField>
type LockedUser = Awaited<ReturnType<typeof getLockedUser>>

/** Reads and locks the user, so that simultaneous edits run one after the other. */
async function getLockedUser(db: Db, id: number) {
  const user = await db.lockRow('users', { id, removed_at: null })
  return user ?? fail('not_found')
}

function validateEditable(actor: Actor, user: LockedUser, edit: EditedFields): void {
  const editable = editableFields(actor, user)
  const refused = (Object.keys(edit) as UserField[]).filter((field) => edit[field] !== undefined && !editable.has(field))
  if (refused.length > 0) failFields(Object.fromEntries(refused.map((field) => [field, 'You may not change this.'])))
  validateFilled(actor, user, edit)
}

/** Refuses an empty required field, and a changed phone number or address that is invalid. */
function validateFilled(actor: Actor, user: LockedUser, edit: EditedFields): void {
  const { company, phone_number, country_desc } = edit
  const errors: Record<string, string> = { ...findEditedAddressErrors(user, edit) }
  if (company === '' && membershipsNamedByCompany.includes(user.subscription)) errors.company = REQUIRED
  if (phone_number === '' && actor.id === user.id) errors.phone_number = REQUIRED
  if (phone_number && phone_number !== user.phone_number && !isPossiblePhone(phone_number, country_desc ?? user.country_desc))
    errors.phone_number = INVALID_PHONE
  if (Object.keys(errors).length > 0) failFields(errors)
}

/** The email controls the account, so the user must enter the password to change it. */
async function validateCurrentPassword(db: Db, id: number, password = ''): Promise<void> {
  if (password === '') failField('password_current', CURRENT_PASSWORD_REQUIRED)
  await validatePassword(db, id, password, 'password_current')
}

const ordersVials = (tags: readonly number[]) => tags.includes(VIAL_ORDERING_TAG)

/** Whether the edit changes who sees whom, where the next password link goes, or who may order vials. */
const changesAccess = (user: LockedUser, edit: EditedFields): boolean =>
  accessFieldsOfUser.some((field) => {
    if (field === 'tags') return edit.tags !== undefined && ordersVials(edit.tags) !== ordersVials(user.tags)
    return edit[field] !== undefined && edit[field] !== (field === 'saless_rep_id' ? user.sales_rep_id : user[field])
  })

/** Splits the fields by table, and renames `saless_rep_id` of the wire to the column `sales_rep_id`. */
function splitEdit({ saless_rep_id, ...edit }: EditedFields) {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined)
  const isLab = ([key]: [string, unknown]) => (labFields as string[]).includes(key)
  return {
    labFieldsEdit: Object.fromEntries(given.filter(isLab)) as Pick<UserEdit, (typeof labFields)[number]>,
    userEdit: {
      ...Object.fromEntries(given.filter((entry) => !isLab(entry))),
      ...(saless_rep_id !== undefined && { sales_rep_id: saless_rep_id }),
    } as Updateable<Tables['users']>,
  }
}

async function changeUser(db: Db, user: LockedUser, edit: Updateable<Tables['users']>): Promise<void> {
  const changes = changesBetween(user as Updateable<Tables['users']>, edit)
  if (!changes) return
  const after = changes.after as Updateable<Tables['users']>
  await validateReferences(db, after)
  if (after.tags) await validateTags(db, after.tags)
  await validateTemplate(db, { templateId: after.template_id, group: 'attestation', centers: [user.id] })
  await updateUserRow(db, user, after)
  if (after.email) await completeEmailChange(db, user)
  audit(db, { type: 'account.changed', subject: user.id, ...auditedPatient(user), ...changes })
  await notifyAssignment(db, user, after)
}

async function updateUserRow(db: Db, { id, version }: LockedUser, values: Updateable<Tables['users']>): Promise<void> {
  await db.updateRows('users', { id }, { ...values, version: version + 1 })
}

/**
 * Marks the new email as unverified and ends all links that were mailed to the old one. Mails a link to verify the new one, or to set a
 * password if the user never had one. Notifies the old email.
 */
async function completeEmailChange(db: Db, { id, email, password_hash, active }: LockedUser): Promise<void> {
  await endLinks(db, id)
  await db.updateRows('users', { id }, { email_verified_at: null })
  if (active) await (password_hash === null ? invite(db, [id]) : sendPasswordLink(db, id, 'verify'))
  if (password_hash !== null || db.auditActor.actor?.id === id)
    await db.enqueue('accounts.mail_email_changed', {
      user_id: id,
      request_id: db.auditActor.requestId,
      previous_email_hash: hashEmail(email),
    })
}
