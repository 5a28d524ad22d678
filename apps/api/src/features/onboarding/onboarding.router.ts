import { contract } from '@vialdesk/contract'
import { getUser } from '#api/features/accounts/accounts.queries.ts'
import { fail } from '#api/platform/fail.ts'
import { serve } from '#api/platform/serve.ts'
import { acceptAgreement, createHarvestCenter, createPatient } from './onboarding.commands.ts'
import { getAgreement } from './onboarding.queries.ts'

const { onboarding } = contract

export const onboardingRouter = {
  addUser: serve(onboarding.addUser, async ({ db, actor, body: { subscription: _, ...input }, doer }) =>
    getUser(db, actor, await createPatient(db, doer, input)),
  ),

  addHarvestCenter: serve(onboarding.addHarvestCenter, async ({ db, actor, body, doer }) =>
    getUser(db, actor, await createHarvestCenter(db, doer, body)),
  ),

  checkAgreement: serve(onboarding.checkAgreement, async ({ db, actor, params }) =>
    params.id === actor.id ? getAgreement(db, actor) : fail('not_found'),
  ),

  acceptAgreement: serve(onboarding.acceptAgreement, async ({ db, actor, params, doer }) => {
    if (params.id !== actor.id) fail('not_found')
    await acceptAgreement(db, doer, actor)
    return getAgreement(db, actor)
  }),
}
