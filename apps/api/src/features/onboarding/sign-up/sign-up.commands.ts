/** Creates the accounts of sign-up forms and of admins, and notifies the users above each new account. */
import { ACCOUNT_TYPE_UNAVAILABLE, type NewAdmin, type NewHarvestCenter, type NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds, type Role, roleOfMembership } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { notifyAssignment } from '#api/features/accounts/edit/notify-assignment.commands.ts'
import { validatePhone } from '#api/features/accounts/edit/validate-phone.commands.ts'
import { notifyTiedCenter, requestAssociation } from '#api/features/centers/decide-association.commands.ts'
import { requestPatientDocuments } from '#api/features/documents/requests/patient-documents.commands.ts'
import { notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import {
  createHarvestCenter,
  createMember,
  createPatient,
  createReferralCenter,
  createStaff,
} from '#api/features/onboarding/create-account.commands.ts'
import { type Invitation, isValidInvitationKey } from '#api/features/onboarding/invitations/invitation-key.pure.ts'
import { assertCreator, type Creator } from '#api/features/onboarding/onboarding.policy.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { AuditActor } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import { assignSignedDocuments } from './sign-documents.commands.ts'
import { validateDomainPassword } from './validate-domain-password.commands.ts'
import { validateNewAccount } from './validate-new-account.commands.ts'

export interface SignUpCaller {
  actor: Actor | undefined
  auditActor: AuditActor
}
type InputOf<Kind extends NewUser['subscription']> = Extract<NewUser, { subscription: Kind }>

/** Creates an account of any kind that the caller may create; `secretKey` signs the links of centers. Returns its id. */
export async function addUser(
  db: Db,
  { actor, auditActor, secretKey }: SignUpCaller & { secretKey: string },
  input: NewUser,
): Promise<number> {
  const creator = assertCreator(actor)
  if (actor?.accessToken && input.subscription === membershipIds.admin) failField('subscription', ACCOUNT_TYPE_UNAVAILABLE)
  validateNewAccount(creator, input)
  if (input.subscription === membershipIds.patient) {
    const { subscription: _, required_signature, ...patient } = input
    const id = await createPatient(db, auditActor, patient)
    if (required_signature) await requestPatientDocuments(db, id, auditActor.actor?.id ?? null)
    return id
  }
  if (input.subscription === membershipIds.referral_harvest_center)
    return addReferralCenter(db, { auditActor, creator, secretKey }, input)
  if (input.subscription === membershipIds.hc_staff) {
    if (creator === 'visitor' && !(await isInvited(db, secretKey, 'staff', input.staff_hc_ids, input.key)))
      failField('staff_hc_ids', INVALID_LINK)
    return addStaff(db, auditActor, input)
  }
  if (input.subscription === membershipIds.harvest_center) {
    const { subscription: _, ...center } = input
    return addHarvestCenter(db, { actor, auditActor }, center)
  }
  if (input.subscription === membershipIds.admin) await notifyOfNewAdmin(db, 'Another admin added a new admin.')
  const { subscription, ...member } = input
  const assignedTo = 'lab_id' in member ? { lab_id: member.lab_id } : {}
  return createMember(db, auditActor, roleOfMembership(subscription) as Role, member, assignedTo)
}

/** An admin or a valid key ties the referral center to the harvest center at once. A visitor without a key creates a request. */
async function addReferralCenter(
  db: Db,
  { auditActor, creator, secretKey }: { auditActor: AuditActor; creator: Creator; secretKey: string },
  input: InputOf<typeof membershipIds.referral_harvest_center>,
): Promise<number> {
  const hasKey = creator === 'visitor' && input.key !== ''
  if (hasKey && !(await isInvited(db, secretKey, 'referral', [input.hc_id], input.key))) failField('key', INVALID_LINK)
  const isTied = creator === 'admin' || hasKey
  const id = await createReferralCenter(db, auditActor, input, isTied)
  if (creator === 'visitor') await assignSignedDocuments(db, input.subscription, id, input.documents)
  await notifyAssignment(db, { ...input, id }, { sales_rep_id: input.saless_rep_id })
  const referral = { id, company: input.company }
  if (isTied) await notifyTiedCenter(db, input.hc_id, referral)
  else if (input.hc_id !== null) await requestAssociation(db, auditActor, referral, input.hc_id)
  return id
}

export async function addHarvestCenter(db: Db, { actor, auditActor }: SignUpCaller, input: NewHarvestCenter): Promise<number> {
  const creator = assertCreator(actor)
  validateNewAccount(creator, input)
  const id = await createHarvestCenter(db, auditActor, input)
  if (creator === 'visitor') await assignSignedDocuments(db, membershipIds.harvest_center, id, input.documents)
  const center = { id, subscription: membershipIds.harvest_center, company: input.company }
  await notifyAssignment(db, center, { sales_rep_id: input.saless_rep_id, lab_id: input.lab_id }, creator)
  return id
}

const INVALID_LINK = 'This link is no longer valid. Ask the harvest center for a new one.'
const linkVersionColumns = { staff: 'staff_link_version', referral: 'referral_link_version' } as const

/** Whether the key is valid for each center. The id of a center alone can be guessed. */
async function isInvited(
  db: Db,
  secretKey: string,
  kind: Invitation['kind'],
  centerIds: (number | null)[],
  key: string,
): Promise<boolean> {
  const centers = await db
    .selectFrom('users')
    .select(['id', `${linkVersionColumns[kind]} as link_version`])
    .where('domain_id', '=', db.domainId)
    .where('id', 'in', centerIds)
    // The lock prevents a sign-up with a link that another transaction is ending.
    .forShare()
    .execute()
  return centerIds.every((centerId) =>
    centers.some(
      ({ id, link_version }) =>
        id === centerId &&
        isValidInvitationKey(secretKey, { kind, domainId: db.domainId, centerId: id, linkVersion: link_version }, key),
    ),
  )
}

async function addStaff(db: Db, auditActor: AuditActor, input: InputOf<typeof membershipIds.hc_staff>): Promise<number> {
  const { subscription: _, key: __, staff_hc_ids: centers, ...staff } = input
  const id = await createStaff(db, auditActor, staff, centers)
  await notify(db, centers, {
    kind: 'team',
    title: 'New staff',
    text: `${staff.first_name} ${staff.last_name} joined your staff. If you did not invite this person, remove them.`,
    path: '/staff-view',
  })
  return id
}

/** Adds an admin for a visitor who knows the password of the domain, and notifies the other admins. Returns the id. */
export async function addAdmin(db: Db, auditActor: AuditActor, { domain_password, ...input }: NewAdmin): Promise<number> {
  await validateDomainPassword(db, domain_password, 'domain_password')
  validatePhone(input)
  await notifyOfNewAdmin(
    db,
    'Someone signed up with the domain password. If you did not expect this, change the domain password.',
  )
  return createMember(db, auditActor, 'admin', input)
}

export const notifyOfNewAdmin = (db: Db, text: string) =>
  notifyAdmins(db, { kind: 'account', title: 'A new admin', text, path: '/dashboard' })
