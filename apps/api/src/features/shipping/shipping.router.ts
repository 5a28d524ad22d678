import { contract } from '@vialdesk/contract'
import { noteSeen } from '#api/features/patients/patients.policy.ts'
import { serve } from '#api/platform/serve.ts'
import { demandLocationsOwner } from './shipping.policy.ts'
import { findLocations } from './shipping.queries.ts'

const { shipping } = contract

export const shippingRouter = {
  locations: serve(shipping.locations, async ({ db, actor, params, watch }) => {
    const { isPatient } = await demandLocationsOwner(db, actor, params.id)
    if (isPatient) noteSeen(watch, actor, params.id)
    return findLocations(db, params.id)
  }),
}
