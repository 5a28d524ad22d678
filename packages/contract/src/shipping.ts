/** Where things are sent from and to. */
import { z } from 'zod'
import { call } from './call.ts'
import { Address, filled, Id, line, Message } from './primitives.ts'

export const Location = Address.extend({ id: Id, user: Id, location_name: z.string(), default: z.boolean() })
export type Location = z.infer<typeof Location>

const fields = {
  location_name: line(80),
  address1: filled(100),
  address2: line(100),
  city: filled(80),
  state_desc: filled(80),
  country_desc: filled(80),
  /** Blank where the country has none. */
  zip_code: line(20),
  default: z.boolean(),
}

/** The first location of a user is its default, whatever is asked. */
export const NewLocation = z.object({
  ...fields,
  user: Id,
  location_name: fields.location_name.default(''),
  address2: fields.address2.default(''),
  zip_code: fields.zip_code.default(''),
  default: fields.default.default(false),
})
export type NewLocation = z.infer<typeof NewLocation>

export const LocationEdit = z.object(fields).partial()
export type LocationEdit = z.infer<typeof LocationEdit>

/** Why a location stays, in the words that people read. */
export const ONLY_LOCATION = 'You only have one address, you need at least one address on your account.'
export const DEFAULT_LOCATION = 'You can not delete this location, select another default address before delete this location.'

export const shipping = {
  locations: call('GET /api/v1/locations/user/{id}/', {
    summary: 'The locations of a user, the default first',
    answer: z.array(Location),
  }),
  addLocation: call('POST /api/v1/locations/', {
    summary: 'Add a location of a user',
    body: NewLocation,
    answer: Location,
    status: 201,
  }),
  editLocation: call('PATCH /api/v1/locations/{id}/', {
    summary: 'Change a location; the default stays so until another one is',
    body: LocationEdit,
    answer: Location,
  }),
  deleteLocation: call('DELETE /api/v1/locations/{id}/', {
    summary: 'Delete a location that is neither the default nor the only one',
    answer: Message,
  }),
  makeDefault: call('POST /api/v1/locations/update-default/', {
    summary: 'Make a location the default one of its user',
    body: z.object({ id: Id, user: Id }),
    answer: Message,
  }),
}
