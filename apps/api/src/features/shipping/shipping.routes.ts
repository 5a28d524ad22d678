import { contract } from '@vialdesk/contract'
import { serve } from '#api/platform/http/serve.ts'
import {
  addLocation,
  deleteLocation,
  editLocation,
  makeDefault,
  validateLocationsOwner,
} from './locations/edit-locations.commands.ts'
import { findLocations, getLocationsOwner, getOwnerOfLocation } from './locations/locations.queries.ts'
import { requestsRouter } from './requests/label-requests.routes.ts'

const { shipping } = contract

export const shippingRouter = {
  ...requestsRouter,

  locations: serve(shipping.locations, async ({ db, actor, params }) => {
    await getLocationsOwner(db, actor, params.id)
    return findLocations(db, params.id)
  }),

  addLocation: serve(shipping.addLocation, async ({ db, actor, body }) => {
    const owner = await validateLocationsOwner(db, actor, body.user)
    return addLocation(db, owner, body)
  }),

  editLocation: serve(shipping.editLocation, async ({ db, actor, params, body }) => {
    const owner = await getOwnerOfLocation(db, actor, params.id)
    return editLocation(db, owner, params.id, body)
  }),

  deleteLocation: serve(shipping.deleteLocation, async ({ db, actor, params }) => {
    const owner = await getOwnerOfLocation(db, actor, params.id)
    await deleteLocation(db, owner, params.id)
    return { message: 'Location has been deleted!' }
  }),

  makeDefault: serve(shipping.makeDefault, async ({ db, actor, body }) => {
    const owner = await validateLocationsOwner(db, actor, body.user)
    await makeDefault(db, owner, body.id)
    return { message: 'Default location has been updated!' }
  }),
}
