/** What the sign-up forms ask for, and what an admin asks for in their stead. Who waits for a new account is told of it. */
import type { NewAdmin, NewHarvestCenter, NewUser } from '@vialdesk/contract/onboarding'
import { membershipOf, type Role, roleOf } from '@vialdesk/contract/roles'
import type { Db } from '#api/db/db.ts'
import { tellOfNewcomer } from '#api/features/accounts/newcomers.commands.ts'
import { checkPhone } from '#api/features/accounts/phone.policy.ts'
import { notify, notifyAdmins } from '#api/features/notices/notices.commands.ts'
import type { Actor } from '#api/platform/actor.ts'
import { fail } from '#api/platform/fail.ts'
import type { Doer } from '#api/platform/record.ts'
import { checkDomainPassword } from './domain-password.commands.ts'
import { createHarvestCenter, createMember, createPatient, createReferralCenter, createStaff } from './onboarding.commands.ts'
import { checkAsked, type Maker, makerOf } from './onboarding.policy.ts'
import { takeSignedDocuments } from './registration.commands.ts'
import { isStaffKey } from './staff-link.ts'

export interface Asking {
  actor: Actor | undefined
  doer: Doer
}
type Asked<Kind extends NewUser['subscription']> = Extract<NewUser, { subscription: Kind }>

/** Makes an account of any kind that whoever asks may ask for; `secretKey` signs the links of staff. Answers the id. */
export async function addUser(
  db: Db,
  { actor, doer, secretKey }: Asking & { secretKey: string },
  input: NewUser,
): Promise<number> {
  const maker = makerOf(actor)
  checkAsked(maker, input)
  if (input.subscription === membershipOf.patient) {
    const { subscription: _, ...patient } = input
    return createPatient(db, doer, patient)
  }
  if (input.subscription === membershipOf.referral_harvest_center) return addReferralCenter(db, doer, maker, input)
  if (input.subscription === membershipOf.hc_staff) {
    if (maker === 'visitor') await checkInvited(db, secretKey, input)
    return addStaff(db, doer, input)
  }
  if (input.subscription === membershipOf.harvest_center) {
    const { subscription: _, ...center } = input
    return addHarvestCenter(db, { actor, doer }, center)
  }
  if (input.subscription === membershipOf.admin) await tellOfAdmin(db, 'Another admin added it.')
  const { subscription, ...member } = input
  const above = 'lab_id' in member ? { lab_id: member.lab_id } : {}
  return createMember(db, doer, roleOf(subscription) as Role, member, above)
}

async function addReferralCenter(db: Db, doer: Doer, maker: Maker, input: Asked<5>): Promise<number> {
  const id = await createReferralCenter(db, doer, input)
  if (maker === 'visitor') await takeSignedDocuments(db, input.subscription, id, input.documents)
  await tellOfNewcomer(db, { ...input, id }, { sales_rep_id: input.saless_rep_id })
  await notify(db, input.hc_id, {
    kind: 'team',
    title: 'A new referral harvest center',
    text: `${input.company} (${id}) refers its patients to you now.`,
    path: '/referral-patients',
  })
  return id
}

export async function addHarvestCenter(db: Db, { actor, doer }: Asking, input: NewHarvestCenter): Promise<number> {
  const maker = makerOf(actor)
  checkAsked(maker, input)
  const id = await createHarvestCenter(db, doer, input)
  if (maker === 'visitor') await takeSignedDocuments(db, membershipOf.harvest_center, id, input.documents)
  const center = { id, subscription: membershipOf.harvest_center, company: input.company }
  await tellOfNewcomer(db, center, { sales_rep_id: input.saless_rep_id, lab_id: input.lab_id })
  return id
}

/** Refuses a visitor without the key of the center's link: the center's id alone can be guessed. */
async function checkInvited(db: Db, secretKey: string, { staff_hc_ids, key }: Asked<9>): Promise<void> {
  const centers = await db
    .selectFrom('users')
    .select(['id', 'staff_links'])
    .where('domain_id', '=', db.domainId)
    .where('id', 'in', staff_hc_ids)
    // Held, so that nobody signs up by a link while it is being ended.
    .forShare()
    .execute()
  const isInvited = (id: number) => {
    const round = centers.find((center) => center.id === id)?.staff_links
    return round !== undefined && isStaffKey(secretKey, { domainId: db.domainId, centerId: id, round }, key)
  }
  if (staff_hc_ids.every(isInvited)) return
  fail('invalid', { errors: { staff_hc_ids: ['This link is not valid, or no longer. Ask the harvest center for a new one.'] } })
}

async function addStaff(db: Db, doer: Doer, input: Asked<9>): Promise<number> {
  const { subscription: _, key: __, staff_hc_ids: centers, ...staff } = input
  const id = await createStaff(db, doer, staff, centers)
  await notify(db, centers, {
    kind: 'team',
    title: 'New staff',
    text: `A new staff user (${id}) may enter your account. If you invited nobody, remove it.`,
    path: '/staff-view',
  })
  return id
}

/** An admin, by whoever knows the password of the domain; the other admins are told. Answers the id. */
export async function addAdmin(db: Db, doer: Doer, { domain_password, ...input }: NewAdmin): Promise<number> {
  await checkDomainPassword(db, domain_password, 'domain_password')
  checkPhone(input)
  await tellOfAdmin(db, 'Someone signed up with the password of this portal. If nobody was asked to, change that password.')
  return createMember(db, doer, 'admin', input)
}

const tellOfAdmin = (db: Db, text: string) =>
  notifyAdmins(db, { kind: 'account', title: 'A new admin', text, path: '/dashboard' })
