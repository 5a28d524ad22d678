/** The card gateway of a domain: its settings, and what a browser needs to pay. */
import { z } from 'zod'
import { call } from './call.ts'

/** `embedded`: a simulator without an account. `authorizenet`: Authorize.Net. */
export const GatewayName = z.enum(['embedded', 'authorizenet'])
export type GatewayName = z.infer<typeof GatewayName>

export const GatewayEnvironment = z.enum(['sandbox', 'production'])
export type GatewayEnvironment = z.infer<typeof GatewayEnvironment>

export const PAYMENTS_NOT_SET_UP = 'Card payments are not set up yet.'

export const payments = {
  browserSettings: call('POST /auth/authorizenet/', {
    summary: 'The public settings with which a browser turns a card into a token; never a secret',
    answer: z.discriminatedUnion('gateway', [
      z.object({ gateway: z.literal('embedded') }),
      /** This domain cannot take payments. */
      z.object({ gateway: z.literal('none'), message: z.string() }),
      z.object({
        gateway: z.literal('authorizenet'),
        environment: GatewayEnvironment,
        api_login_id: z.string(),
        client_key: z.string(),
        /** URL of the gateway's script. */
        script: z.string(),
      }),
    ]),
    usesProviders: true,
  }),
}
