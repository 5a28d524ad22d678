import { contract } from '@vialdesk/contract'
import { ADMIN_CREATED } from '@vialdesk/contract/onboarding'
import { membershipOf } from '@vialdesk/contract/roles'
import type { Actor } from '#api/platform/actor.ts'
import { addressOf } from '#api/platform/domains.ts'
import { fail } from '#api/platform/fail.ts'
import { serve, serveWaiting } from '#api/platform/serve.ts'
import { acceptAgreement } from './agreement.commands.ts'
import { checkDomainPassword } from './domain-password.commands.ts'
import { importAccounts } from './import.commands.ts'
import { demandNotAsStaff } from './onboarding.policy.ts'
import { getAgreement, mustFindCenter } from './onboarding.queries.ts'
import { findRegistrationTemplates } from './registration.commands.ts'
import { addAdmin, addHarvestCenter, addUser } from './sign-ups.commands.ts'
import { isStaffKey, newStaffKey } from './staff-link.ts'
import { addManager, addRep } from './team.commands.ts'

const { onboarding } = contract

const SIGNED_UP = 'Your account has been created. You can log in now.'
const made = (email: string) => `The account has been created. A link to set the password is on its way to ${email}.`
const messageTo = (actor: Actor | undefined, email: string) => (actor ? made(email) : SIGNED_UP)

export const onboardingRouter = {
  addUser: serve(onboarding.addUser, async ({ db, actor, doer, secretKey, body }) => {
    const id = await addUser(db, { actor, doer, secretKey }, body)
    return { message: messageTo(actor, body.email), id, email: body.email, subscription: body.subscription }
  }),

  addHarvestCenter: serve(onboarding.addHarvestCenter, async ({ db, actor, doer, body }) => {
    const id = await addHarvestCenter(db, { actor, doer }, body)
    return { message: messageTo(actor, body.email), id, email: body.email, subscription: membershipOf.harvest_center }
  }),

  staffLink: serve(onboarding.staffLink, async ({ db, actor, domain, publicUrl, secretKey, params: { id } }) => {
    if (actor.role !== 'admin' && actor.id !== id) fail('not_found')
    demandNotAsStaff(actor)
    const { staff_links: round } = await mustFindCenter(db, id)
    const search = new URLSearchParams({
      hcid: String(id),
      key: newStaffKey(secretKey, { domainId: domain.id, centerId: id, round }),
    })
    return { link: `${addressOf(domain, publicUrl)}/hc-staff-registration?${search}` }
  }),

  staffInvitation: serve(onboarding.staffInvitation, async ({ db, domain, secretKey, params: { id }, query: { key } }) => {
    const { staff_links: round, ...center } = await mustFindCenter(db, id)
    return isStaffKey(secretKey, { domainId: domain.id, centerId: id, round }, key) ? center : fail('not_found')
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
    if (params.id !== domain.id) fail('not_found')
    await checkDomainPassword(db, body.password, 'password')
    return { success: true as const }
  }),

  addAdmin: serve(onboarding.addAdmin, async ({ db, doer, body }) => {
    const id = await addAdmin(db, doer, body)
    return { message: ADMIN_CREATED, id, email: body.email, subscription: membershipOf.admin }
  }),

  registrationTemplates: serve(onboarding.registrationTemplates, async ({ db, domain, params }) => {
    if (params.id !== domain.id) fail('not_found')
    return { data: await findRegistrationTemplates(db, params.type) }
  }),

  checkAgreement: serve(onboarding.checkAgreement, async ({ db, actor, params }) =>
    params.id === actor.id ? getAgreement(db, actor) : fail('not_found'),
  ),

  acceptAgreement: serve(onboarding.acceptAgreement, async ({ db, actor, params, doer }) => {
    if (params.id !== actor.id) fail('not_found')
    await acceptAgreement(db, doer, actor)
    return getAgreement(db, actor)
  }),
}
