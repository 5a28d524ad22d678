/** Creates the account of a form and its ties, and notifies the users above the new account. */

import { membershipIds, type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import type { NewUser } from '@vialdesk/contract/people/onboarding'
import type { Db } from '#api/db/db.ts'
import { notifyAssignment } from '#api/features/accounts/edit/notify-assignment.commands.ts'
import { notifyTiedCenter, requestAssociation } from '#api/features/centers/decide-association.commands.ts'
import { requestPatientDocuments } from '#api/features/documents/requests/patient-documents.commands.ts'
import { named, notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import {
  createHarvestCenter,
  createMember,
  createPatient,
  createReferralCenter,
  createStaff,
  type VerifiedOwner,
} from '#api/features/onboarding/create-account.commands.ts'
import type { Creator } from '#api/features/onboarding/onboarding.policy.ts'
import { assignSignedDocuments } from './sign-documents.commands.ts'

type FormOf<Kind extends NewUser['subscription']> = Extract<NewUser, { subscription: Kind }>

interface AccountOrder<Form extends NewUser = NewUser> {
  creator: Creator
  form: Form
  /** Only of a visitor. */
  owner?: VerifiedOwner
  /** Of a referral center: it is tied to its harvest center at once. Otherwise the harvest center must confirm it. */
  isTied: boolean
}

/** Returns the id. Fails for the field if the email is used, or if a user of the form is inactive. */
export async function createAccount(db: Db, { form, ...order }: AccountOrder): Promise<number> {
  if (form.subscription === membershipIds.patient) {
    const { subscription: _, required_signature, ...patient } = form
    const id = await createPatient(db, patient)
    if (required_signature) await requestPatientDocuments(db, id, db.auditActor.actor?.id ?? null)
    return id
  }
  if (form.subscription === membershipIds.referral_harvest_center) return createReferralCenterOf(db, { ...order, form })
  if (form.subscription === membershipIds.hc_staff) return createStaffOf(db, { ...order, form })
  if (form.subscription === membershipIds.harvest_center) return createCenterOf(db, { ...order, form })
  const { subscription, ...member } = form
  const assignedTo = 'lab_id' in member ? { lab_id: member.lab_id } : {}
  const role = roleOfMembership(subscription) as Role
  const id = await createMember(db, role, { ...member, ...order.owner }, assignedTo)
  if (role === 'admin') await notifyOfNewAdmin(db, NEW_ADMIN_BY[order.creator], id)
  return id
}

const NEW_ADMIN_BY = {
  admin: `Another admin added ${named('somebody')} as an admin.`,
  visitor: `${named('Somebody')} signed up as an admin with the domain password. If you did not expect this, change the domain password.`,
}

async function createReferralCenterOf(
  db: Db,
  { creator, form, owner, isTied }: AccountOrder<FormOf<typeof membershipIds.referral_harvest_center>>,
): Promise<number> {
  const id = await createReferralCenter(db, { ...form, ...owner }, isTied)
  if (creator === 'visitor') await assignSignedDocuments(db, form.subscription, id, form)
  await notifyAssignment(db, { ...form, id }, { sales_rep_id: form.saless_rep_id }, creator)
  if (isTied) await notifyTiedCenter(db, form.hc_id, id)
  else if (form.hc_id !== null) await requestAssociation(db, id, form.hc_id)
  return id
}

async function createCenterOf(
  db: Db,
  { creator, form, owner }: AccountOrder<FormOf<typeof membershipIds.harvest_center>>,
): Promise<number> {
  const { subscription, ...input } = form
  const id = await createHarvestCenter(db, { ...input, ...owner })
  if (creator === 'visitor') await assignSignedDocuments(db, subscription, id, form)
  const center = { id, subscription }
  await notifyAssignment(db, center, { sales_rep_id: form.saless_rep_id, lab_id: form.lab_id }, creator)
  return id
}

async function createStaffOf(db: Db, { form, owner }: AccountOrder<FormOf<typeof membershipIds.hc_staff>>): Promise<number> {
  const { subscription: _, key: __, staff_hc_ids: centers, ...staff } = form
  const id = await createStaff(db, { ...staff, ...owner }, centers)
  await notify(db, centers, {
    kind: 'team',
    title: 'New staff',
    text: `${named('Somebody')} joined your staff. If you did not invite this person, remove them.`,
    about: id,
    path: `/users/${id}`,
  })
  return id
}

/** There is time to refuse the form until its email is confirmed. */
export const notifyOfAdminForm = (db: Db) =>
  notifyAdmins(db, {
    kind: 'account',
    title: 'A new admin sign-up',
    text: 'Someone sent the admin form with the domain password. If you did not expect this, refuse the sign-up and change the domain password.',
    path: '/all-users',
  })

export const notifyOfNewAdmin = (db: Db, text: string, id: number) =>
  notifyAdmins(db, { kind: 'account', title: 'A new admin', text, about: id, path: `/users/${id}` })
