/** The card gateway of a domain: its settings, and what a browser needs to pay. */
import { z } from 'zod'
import { call } from './call.ts'

/** `embedded`: a simulator without an account. `authorizenet`: Authorize.Net. */
export const GatewayName = z.enum(['embedded', 'authorizenet'])
export type GatewayName = z.infer<typeof GatewayName>

export const payments = {
  browserSettings: call('POST /auth/authorizenet/', {
    summary: 'The public settings with which a browser turns a card into a token; never a secret',
    answer: z.discriminatedUnion('gateway', [
      z.object({ gateway: z.literal('embedded') }),
      z.object({
        gateway: z.literal('authorizenet'),
        environment: z.enum(['sandbox', 'production']),
        api_login_id: z.string(),
        client_key: z.string(),
        /** URL of the gateway's script. */
        script: z.string(),
      }),
    ]),
  }),
}
