import { contract } from '@vialdesk/contract'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { ADMIN_CREATED } from '@vialdesk/contract/people/onboarding'
import { centerPolicy } from '#api/features/centers/centers.policy.ts'
import { validateDomainPassword } from '#api/features/onboarding/sign-up/validate-new-account.commands.ts'
import { resendVerification } from '#api/features/sessions/verification/send-verification.commands.ts'
import { verifyAccount } from '#api/features/sessions/verification/verify-account.commands.ts'
import { findUsableTemplates } from '#api/features/templates/usable-templates.queries.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { assertRecentProof } from '#api/platform/access/session-restriction.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { acceptAgreement } from './accept-agreement.commands.ts'
import { addManager, addRep } from './create-account.commands.ts'
import { importAccounts } from './import/import-accounts.commands.ts'
import { createInvitationKey, type Invitation, isValidInvitationKey } from './invitations/invitation-key.pure.ts'
import { createStaffInvitation, getStaffInvitation } from './invitations/invitations.commands.ts'
import { agreementPolicy, domainPolicy, signUpPolicy } from './onboarding.policy.ts'
import { getAgreement, getInvitingCenter } from './onboarding.queries.ts'
import { refuseSignUp } from './sign-up/refuse-sign-up.commands.ts'
import { addAdmin, addHarvestCenter, addUser } from './sign-up/sign-up.commands.ts'
import { findSignUps } from './sign-up/sign-ups.queries.ts'
import { verifySignUp } from './sign-up/verify-sign-up.commands.ts'

const { onboarding } = contract

const OPEN_LINK = 'Open the link in the email that we sent you to confirm your email.'
const SIGNED_UP = `Your account has been created. ${OPEN_LINK} Then you can log in.`
const NEEDS_CONFIRMATION = 'The harvest center must confirm you before you can refer patients to it.'
const createdMessage = (email: string) => `The account has been created. We emailed a link to set the password to ${email}.`
const messageFor = (actor: Actor | undefined, email: string) => (actor ? createdMessage(email) : SIGNED_UP)

export const onboardingRouter = {
  addUser: serve(onboarding.addUser, async ({ db, actor, secretKey, body }) => {
    const id = await addUser(db, { actor, secretKey }, body)
    const needsConfirmation = actor === undefined && 'hc_id' in body && body.hc_id !== null && body.key === ''
    const message = needsConfirmation ? `${SIGNED_UP} ${NEEDS_CONFIRMATION}` : messageFor(actor, body.email)
    return { message, id, email: body.email, subscription: body.subscription }
  }),

  addHarvestCenter: serve(onboarding.addHarvestCenter, async ({ db, actor, secretKey, body }) => {
    const id = await addHarvestCenter(db, { actor, secretKey }, body)
    return { message: messageFor(actor, body.email), id, email: body.email, subscription: membershipIds.harvest_center }
  }),

  staffLink: serve(onboarding.staffLink, async ({ db, actor, domain, publicUrl, params: { id } }) => {
    centerPolicy.assertSees(actor, 'sign_up_links', { id })
    centerPolicy.assertCan(actor, 'invite_staff', { id })
    const { staff_link_version: linkVersion } = await getInvitingCenter(db, id)
    const invitation = { centerId: id, linkVersion, createdBy: actor.impersonatorId ?? actor.id }
    const key = await createStaffInvitation(db, invitation)
    return { link: `${domainUrl(domain, publicUrl)}/hc-staff-registration?hcid=${id}#${key}` }
  }),

  staffInvitation: serve(onboarding.staffInvitation, async ({ db, params, body }) => getStaffInvitation(db, params.id, body.key)),

  referralLink: serve(onboarding.referralLink, async ({ db, actor, domain, publicUrl, secretKey, params: { id } }) => {
    centerPolicy.assertSees(actor, 'sign_up_links', { id })
    const { referral_link_version: linkVersion, sales_rep_id } = await getInvitingCenter(db, id)
    if (sales_rep_id === null) return { link: null }
    const key = createInvitationKey(secretKey, { domainId: domain.id, centerId: id, linkVersion })
    const search = new URLSearchParams({ srid: String(sales_rep_id), hcid: String(id) })
    return { link: `${domainUrl(domain, publicUrl)}/referral-harvest-center-registration?${search}#${key}` }
  }),

  referralInvitation: serve(onboarding.referralInvitation, async ({ db, domain, secretKey, params: { id }, body: { key } }) => {
    const { referral_link_version: linkVersion, company } = await getInvitingCenter(db, id)
    const invitation: Invitation = { domainId: domain.id, centerId: id, linkVersion }
    return isValidInvitationKey(secretKey, invitation, key) ? { id, company } : fail('not_found')
  }),

  addRep: serve(onboarding.addRep, async ({ db, actor, body }) => {
    const id = await addRep(db, actor, body)
    return { message: createdMessage(body.email), id, email: body.email, subscription: membershipIds.sales_rep }
  }),

  addManager: serve(onboarding.addManager, async ({ db, actor, body }) => {
    const id = await addManager(db, actor, body)
    return { message: createdMessage(body.email), id, email: body.email, subscription: membershipIds.sales_manager }
  }),

  importCsv: serveWithProviders(onboarding.importCsv, async ({ transact, actor, body }) => {
    if (!body.dry_run && actor.kind !== 'token') assertRecentProof(actor)
    return importAccounts({ transact }, body)
  }),

  checkDomainPassword: serve(onboarding.checkDomainPassword, async ({ db, domain, params, body }) => {
    domainPolicy.assertSees(domain, 'sign_up', params)
    await validateDomainPassword(db, body.password, 'password')
    return { success: true as const }
  }),

  addAdmin: serve(onboarding.addAdmin, async ({ db, body }) => {
    await addAdmin(db, body)
    return { message: `${ADMIN_CREATED} ${OPEN_LINK}`, id: null, email: body.email, subscription: membershipIds.admin }
  }),

  verifyEmail: serve(onboarding.verifyEmail, async ({ db, auditRead, body }) => {
    if (await verifyAccount(db, { auditRead }, body)) return { message: 'Your email is confirmed.' }
    await verifySignUp(db, { auditRead }, body)
    return { message: 'Your email is confirmed. You can log in now.' }
  }),

  resendVerification: serve(onboarding.resendVerification, async ({ db, auditRead, body }) => {
    await resendVerification(db, auditRead, body)
    return { message: `We have sent the link to ${body.email} again.` }
  }),

  signUps: serve(onboarding.signUps, async ({ db, actor, query }) => findSignUps(db, actor, query)),

  refuseSignUp: serve(onboarding.refuseSignUp, async ({ db, actor, params }) => {
    signUpPolicy.assertCan(actor, 'refuse', { status: 'pending' })
    await refuseSignUp(db, actor, params.id)
    return { message: 'The sign-up has been refused.' }
  }),

  registrationTemplates: serve(onboarding.registrationTemplates, async ({ db, domain, params }) => {
    domainPolicy.assertSees(domain, 'sign_up', params)
    const templates = await findUsableTemplates(db, params.type)
    return { data: templates.map(({ template_id, title }) => ({ template_id, title })) }
  }),

  checkAgreement: serve(onboarding.checkAgreement, async ({ db, actor, params }) => {
    agreementPolicy.assertSees(actor, 'agreement', params)
    return getAgreement(db, actor)
  }),

  acceptAgreement: serve(onboarding.acceptAgreement, async ({ db, actor, params }) => {
    agreementPolicy.assertSees(actor, 'agreement', params)
    await acceptAgreement(db, actor)
    return getAgreement(db, actor)
  }),
}
