/** The card gateway of a domain: its settings, and what a browser needs to pay. */
import { z } from 'zod'
import { admin, everyRole } from '../base/access.ts'
import { call } from '../base/call.ts'
import { singleLine } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

/** `embedded`: a simulator without an account. `authorizenet`: Authorize.Net. */
export const GatewayName = z.enum(['embedded', 'authorizenet'])
export type GatewayName = z.infer<typeof GatewayName>

export const GatewayEnvironment = z.enum(['sandbox', 'production'])
export type GatewayEnvironment = z.infer<typeof GatewayEnvironment>

export const PAYMENTS_NOT_SET_UP = 'Card payments are not set up yet.'

/** Secret keys are never answered, only whether they are set. */
export const PaymentSettings = z.object({
  gateway: GatewayName,
  environment: GatewayEnvironment,
  api_login_id: z.string(),
  /** The public key of browsers. */
  client_key: z.string(),
  has_transaction_key: z.boolean(),
  has_signature_key: z.boolean(),
  /** The URL to enter at Authorize.Net. */
  webhook_url: z.string(),
  /** Whether a domain without an account pays with the simulator. Else it cannot take payments. */
  simulates: z.boolean(),
})
export type PaymentSettings = z.infer<typeof PaymentSettings>

const account = {
  environment: GatewayEnvironment.optional(),
  api_login_id: singleLine(25).optional(),
  /** Omitted: stays. Blank: removed. */
  transaction_key: singleLine(16).optional(),
}

export const PaymentSettingsEdit = z.strictObject({
  gateway: GatewayName.optional(),
  ...account,
  client_key: singleLine(200).optional(),
  /** Omitted: stays. Blank: removed. */
  signature_key: singleLine(200).optional(),
})
export type PaymentSettingsEdit = z.infer<typeof PaymentSettingsEdit>

/** `gateway`: whose account is tried. Omitted: that of the domain. */
const TriedAccount = z.strictObject({ gateway: GatewayName.optional(), ...account })

/** How a browser sends cards. */
export const BrowserSettings = z.discriminatedUnion('gateway', [
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
])
export type BrowserSettings = z.infer<typeof BrowserSettings>

export const payments = {
  settings: call('GET /domain/payment-settings/', admin, {
    summary: 'The card gateway of the domain',
    answer: PaymentSettings,
    usesProviders: true,
  }),
  changeSettings: call('PATCH /domain/payment-settings/', admin, {
    proof: proof.admins,
    summary: 'Choose the card gateway, and set its keys. Payments that began with another gateway stay with it',
    body: PaymentSettingsEdit,
    answer: PaymentSettings.extend({ message: z.string() }),
    usesProviders: true,
  }),
  testConnection: call('POST /domain/payment-settings/test/', admin, {
    proof: proof.providerTest,
    summary: 'Whether Authorize.Net accepts an account: the given values, or the stored ones',
    body: TriedAccount,
    answer: z.object({ success: z.boolean(), message: z.string() }),
    usesProviders: true,
    rateLimit: 'lookup',
  }),
  browserSettings: call('POST /auth/authorizenet/', everyRole('own'), {
    proof: proof.never('It only reads settings that are public.'),
    summary: 'The public settings with which a browser turns a card into a token; never a secret',
    answer: BrowserSettings,
    usesProviders: true,
  }),
}
