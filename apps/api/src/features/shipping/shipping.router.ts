import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/serve.ts'
import { addLocation, deleteLocation, editLocation, makeDefault, validateLocationsOwner } from './locations.commands.ts'
import { requestsRouter } from './requests.router.ts'
import { findLocations, getLocationsOwner, getOwnerOfLocation } from './shipping.queries.ts'

const { shipping } = contract

export const shippingRouter = {
  ...requestsRouter,

  locations: serve(shipping.locations, async ({ db, actor, params }) => {
    await getLocationsOwner(db, actor, params.id)
    return findLocations(db, params.id)
  }),

  addLocation: serve(shipping.addLocation, async ({ db, actor, doer, body }) => {
    const owner = await validateLocationsOwner(db, actor, body.user)
    return addLocation(db, doer, owner, body)
  }),

  editLocation: serve(shipping.editLocation, async ({ db, actor, doer, params, body }) => {
    const owner = await getOwnerOfLocation(db, actor, params.id)
    return editLocation(db, doer, owner, params.id, body)
  }),

  deleteLocation: serve(shipping.deleteLocation, async ({ db, actor, doer, params }) => {
    const owner = await getOwnerOfLocation(db, actor, params.id)
    await deleteLocation(db, doer, owner, params.id)
    return { message: 'Location has been deleted!' }
  }),

  makeDefault: serve(shipping.makeDefault, async ({ db, actor, doer, body }) => {
    const owner = await validateLocationsOwner(db, actor, body.user)
    await makeDefault(db, doer, owner, body.id)
    return { message: 'Default location has been updated!' }
  }),
}
