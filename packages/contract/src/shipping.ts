/** Where things are sent from and to. */
import { z } from 'zod'
import { call } from './call.ts'
import { Address, Id } from './primitives.ts'

export const Location = Address.extend({ id: Id, user: Id, location_name: z.string(), default: z.boolean() })
export type Location = z.infer<typeof Location>

export const shipping = {
  locations: call('GET /api/v1/locations/user/{id}/', {
    summary: 'The locations of a user, the default first',
    answer: z.array(Location),
  }),
}
