/** Creates accounts of each kind with their ties. */

import type { Address } from '@vialdesk/contract/base/primitives'
import { membershipIds, type Role } from '@vialdesk/contract/base/roles'
import type { NewHarvestCenter, NewReferralCenter, NewTeamManager, NewTeamRep } from '@vialdesk/contract/people/onboarding'
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { notifyAssignment } from '#api/features/accounts/edit/notify-assignment.commands.ts'
import { validatePhone } from '#api/features/accounts/edit/validate-address.commands.ts'
import { validateCenters, validateReferences, validateTags } from '#api/features/accounts/edit/validate-references.commands.ts'
import { invite } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { validateTemplate } from '#api/features/templates/validate-template.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { announce } from '#api/platform/events/announce.ts'
import { failField } from '#api/platform/kernel/fail.ts'

type NewAccountValues = Omit<Insertable<Tables['users']>, 'domain_id' | 'memberships' | 'password_hash'> & {
  /** Of the password that the owner chose. Without one, a mailed link lets the owner set a password. */
  password_hash?: string
  /** Of a form. It is never stored. */
  password?: string | undefined
}

/** Of a visitor who chose a password and opened the link that was mailed to the address. */
export interface VerifiedOwner {
  password_hash: string
  email_verified_at: Date
}

/**
 * Inserts the row of a new account, and sends the first mail to its owner after the commit. Returns the id. Refuses a used email with
 * duplicate_email; the transaction stays usable.
 */
async function insertAccount(db: Db, role: Role, { password: _, password_hash, ...values }: NewAccountValues): Promise<number> {
  const created = await db
    .insertInto('users')
    .values({ ...values, password_hash: password_hash ?? null, domain_id: db.domainId, memberships: [membershipIds[role]] })
    // A unique violation would abort the transaction of the caller; a conflict only inserts nothing.
    .onConflict((conflict) => conflict.constraint('users_email_key').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!created) return failField('email', 'duplicate_email')
  if (password_hash === undefined) await invite(db, [created.id])
  else await db.enqueue('onboarding.send_welcome', { user_id: created.id })
  return created.id
}

const NO_CENTER = 'Choose an active harvest center.'

export interface PatientInput extends Partial<Address> {
  first_name: string
  last_name: string
  email: string
  phone_number?: string
  harvest_center_id?: number | null
  referral_harvest_center_id?: number | null
  tags?: number[]
}

/**
 * Creates a patient with its lab record, and mails a link to set a password after the commit. Returns the id.
 * Refuses a used email with duplicate_email and an invalid center with 422; the transaction stays usable after both.
 */
export async function createPatient(db: Db, input: PatientInput): Promise<number> {
  const { harvest_center_id, referral_harvest_center_id, tags = [] } = input
  await validateReferences(db, { harvest_center_id, referral_harvest_center_id })
  await validateTags(db, tags)
  const id = await insertAccount(db, 'patient', input)
  await db.insertRow('lab_records', { user_id: id })
  audit(db, {
    type: 'account.created',
    subject: id,
    patient: id,
    after: { subscription: membershipIds.patient, harvest_center_id },
  })
  await announce(db, 'patient.created', { id })
  return id
}

/** Creates an account that is only a row of `users`. `assignedTo` is the user above it, or the lab of an observer. Returns the id. */
export async function createMember(
  db: Db,
  role: Role,
  values: NewAccountValues,
  assignedTo: { sales_manager_id?: number | null; sales_distributor_id?: number | null; lab_id?: number | null } = {},
): Promise<number> {
  await validateReferences(db, assignedTo)
  const id = await insertAccount(db, role, { ...values, ...assignedTo })
  audit(db, { type: 'account.created', subject: id, after: { subscription: membershipIds[role], ...assignedTo } })
  return id
}

/** Creates a harvest center of an active sales rep. Returns the id. */
export async function createHarvestCenter(db: Db, input: NewHarvestCenter & Partial<VerifiedOwner>): Promise<number> {
  const { saless_rep_id, documents: _, document_id: __, ...values } = input
  const references = { sales_rep_id: saless_rep_id, lab_id: values.lab_id }
  await validateReferences(db, references)
  await validateTemplate(db, { templateId: values.template_id, group: 'attestation' })
  const id = await insertAccount(db, 'harvest_center', { ...values, ...references })
  const { company } = values
  audit(db, {
    type: 'account.created',
    subject: id,
    after: { subscription: membershipIds.harvest_center, company, ...references },
  })
  return id
}

/**
 * Creates a referral harvest center of an active sales rep. It is tied to the named harvest center only if `isInvited`;
 * otherwise the caller must create a request. Returns the id.
 */
export async function createReferralCenter(
  db: Db,
  input: NewReferralCenter & Partial<VerifiedOwner>,
  isInvited: boolean,
): Promise<number> {
  const { saless_rep_id: sales_rep_id, hc_id, documents: _, document_id: __, key: ___, subscription, ...values } = input
  await validateReferences(db, { sales_rep_id })
  await validateTemplate(db, { templateId: values.template_id, group: 'attestation' })
  if (hc_id !== null) await validateCenters(db, [hc_id], 'hc_id', NO_CENTER)
  const id = await insertAccount(db, 'referral_harvest_center', { ...values, sales_rep_id })
  if (hc_id !== null && isInvited) await db.insertRow('referral_centers', { referral_center_id: id, center_id: hc_id })
  const { company } = values
  const after = { subscription, company, sales_rep_id, hc_id: isInvited ? hc_id : null }
  audit(db, { type: 'account.created', subject: id, after })
  return id
}

/** Creates a staff user of active harvest centers. Returns the id. */
export async function createStaff(db: Db, values: NewAccountValues, centers: number[]): Promise<number> {
  await validateCenters(db, centers, 'staff_hc_ids', NO_CENTER)
  const id = await insertAccount(db, 'hc_staff', values)
  const rows = centers.map((center_id) => ({ staff_id: id, center_id }))
  await db.insertRows('staff_centers', rows)
  audit(db, {
    type: 'account.created',
    subject: id,
    after: { subscription: membershipIds.hc_staff, staff_hc_ids: centers },
  })
  return id
}

/** The team of a new member. Only admins choose it; others add to their own team, and another id is refused with 422. */
function teamOf(actor: Actor, field: string, requestedId: number | null): number | null {
  if (actor.role === 'admin') return requestedId
  if (requestedId !== null && requestedId !== actor.id) failField(field, 'You add to your own team only.')
  return actor.id
}

/** Adds a sales rep to the team of a manager. Returns the id. */
export async function addRep(db: Db, actor: Actor, input: NewTeamRep): Promise<number> {
  const { sales_manager_id: requestedId, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_manager_id = teamOf(actor, 'sales_manager_id', requestedId)
  const id = await createMember(db, 'sales_rep', values, { sales_manager_id })
  if (actor.role === 'admin') await notifyAssignment(db, { id, subscription: membershipIds.sales_rep }, { sales_manager_id })
  return id
}

/** Adds a sales manager to the team of a distributor. Returns the id. */
export async function addManager(db: Db, actor: Actor, input: NewTeamManager): Promise<number> {
  const { sales_distributor_id: requestedId, generate_password: _, send_new_sales_team: __, ...values } = input
  validatePhone(values)
  const sales_distributor_id = teamOf(actor, 'sales_distributor_id', requestedId)
  const id = await createMember(db, 'sales_manager', values, { sales_distributor_id })
  const manager = { id, subscription: membershipIds.sales_manager, company: '' }
  if (actor.role === 'admin') await notifyAssignment(db, manager, { sales_distributor_id })
  return id
}
