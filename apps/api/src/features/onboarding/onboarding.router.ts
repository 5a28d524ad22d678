import { contract } from '@vialdesk/contract'
import { ADMIN_CREATED } from '@vialdesk/contract/onboarding'
import { membershipOf } from '@vialdesk/contract/roles'
import { centerPolicy } from '#api/features/centers/centers.policy.ts'
import type { Actor } from '#api/platform/actor.ts'
import { addressOf } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { acceptAgreement } from './agreement.commands.ts'
import { validateDomainPassword } from './domain-password.commands.ts'
import { importAccounts } from './import.commands.ts'
import { type Invitation, isInvitationKey, newInvitationKey } from './invitation-key.ts'
import { agreementPolicy, domainPolicy } from './onboarding.policy.ts'
import { getAgreement, getInvitingCenter } from './onboarding.queries.ts'
import { findRegistrationTemplates } from './registration.commands.ts'
import { addAdmin, addHarvestCenter, addUser } from './sign-ups.commands.ts'
import { addManager, addRep } from './team.commands.ts'

const { onboarding } = contract

const SIGNED_UP = 'Your account has been created. You can log in now.'
const ASKED = 'The harvest center must confirm you before you can refer patients to it.'
const made = (email: string) => `The account has been created. We emailed a link to set the password to ${email}.`
const messageTo = (actor: Actor | undefined, email: string) => (actor ? made(email) : SIGNED_UP)

export const onboardingRouter = {
  addUser: serve(onboarding.addUser, async ({ db, actor, doer, secretKey, body }) => {
    const id = await addUser(db, { actor, doer, secretKey }, body)
    const asks = actor === undefined && 'hc_id' in body && body.hc_id !== null && body.key === ''
    const message = asks ? `${SIGNED_UP} ${ASKED}` : messageTo(actor, body.email)
    return { message, id, email: body.email, subscription: body.subscription }
  }),

  addHarvestCenter: serve(onboarding.addHarvestCenter, async ({ db, actor, doer, body }) => {
    const id = await addHarvestCenter(db, { actor, doer }, body)
    return { message: messageTo(actor, body.email), id, email: body.email, subscription: membershipOf.harvest_center }
  }),

  staffLink: serve(onboarding.staffLink, async ({ db, actor, domain, publicUrl, secretKey, params: { id } }) => {
    centerPolicy.assertSees(actor, 'sign_up_links', { id })
    centerPolicy.assertCan(actor, 'invite_staff', { id })
    const { staff_link_version: round } = await getInvitingCenter(db, id)
    const key = newInvitationKey(secretKey, { kind: 'staff', domainId: domain.id, centerId: id, round })
    const search = new URLSearchParams({ hcid: String(id), key })
    return { link: `${addressOf(domain, publicUrl)}/hc-staff-registration?${search}` }
  }),

  staffInvitation: serve(onboarding.staffInvitation, async ({ db, domain, secretKey, params: { id }, query: { key } }) => {
    const { staff_link_version: round, company } = await getInvitingCenter(db, id)
    const invitation: Invitation = { kind: 'staff', domainId: domain.id, centerId: id, round }
    return isInvitationKey(secretKey, invitation, key) ? { id, company } : fail('not_found')
  }),

  referralLink: serve(onboarding.referralLink, async ({ db, actor, domain, publicUrl, secretKey, params: { id } }) => {
    centerPolicy.assertSees(actor, 'sign_up_links', { id })
    const { referral_link_version: round, sales_rep_id } = await getInvitingCenter(db, id)
    if (sales_rep_id === null) return { link: null }
    const key = newInvitationKey(secretKey, { kind: 'referral', domainId: domain.id, centerId: id, round })
    const search = new URLSearchParams({ srid: String(sales_rep_id), hcid: String(id), key })
    return { link: `${addressOf(domain, publicUrl)}/referral-harvest-center-registration?${search}` }
  }),

  referralInvitation: serve(onboarding.referralInvitation, async ({ db, domain, secretKey, params: { id }, query: { key } }) => {
    const { referral_link_version: round, company } = await getInvitingCenter(db, id)
    const invitation: Invitation = { kind: 'referral', domainId: domain.id, centerId: id, round }
    return isInvitationKey(secretKey, invitation, key) ? { id, company } : fail('not_found')
  }),

  addRep: serve(onboarding.addRep, async ({ db, actor, doer, body }) => {
    const id = await addRep(db, { actor, doer }, body)
    return { message: made(body.email), id, email: body.email, subscription: membershipOf.sales_rep }
  }),

  addManager: serve(onboarding.addManager, async ({ db, actor, doer, body }) => {
    const id = await addManager(db, { actor, doer }, body)
    return { message: made(body.email), id, email: body.email, subscription: membershipOf.sales_manager }
  }),

  importCsv: serveWaiting(onboarding.importCsv, async ({ transact, doer, body }) => importAccounts({ transact, doer }, body)),

  checkDomainPassword: serve(onboarding.checkDomainPassword, async ({ db, domain, params, body }) => {
    domainPolicy.assertSees(domain, 'sign_up', params)
    await validateDomainPassword(db, body.password, 'password')
    return { success: true as const }
  }),

  addAdmin: serve(onboarding.addAdmin, async ({ db, doer, body }) => {
    const id = await addAdmin(db, doer, body)
    return { message: ADMIN_CREATED, id, email: body.email, subscription: membershipOf.admin }
  }),

  registrationTemplates: serve(onboarding.registrationTemplates, async ({ db, domain, params }) => {
    domainPolicy.assertSees(domain, 'sign_up', params)
    return { data: await findRegistrationTemplates(db, params.type) }
  }),

  checkAgreement: serve(onboarding.checkAgreement, async ({ db, actor, params }) => {
    agreementPolicy.assertSees(actor, 'agreement', params)
    return getAgreement(db, actor)
  }),

  acceptAgreement: serve(onboarding.acceptAgreement, async ({ db, actor, params, doer }) => {
    agreementPolicy.assertSees(actor, 'agreement', params)
    await acceptAgreement(db, doer, actor)
    return getAgreement(db, actor)
  }),
}
