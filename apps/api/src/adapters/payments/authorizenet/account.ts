import { GatewayEnvironment } from '@vialdesk/contract/money/payments'
import { z } from 'zod'
import type { ProviderAccount, ProviderSettings } from '#api/platform/ports/provider.ts'

/** `api` is called by the server; browsers load the script and send it cards. */
const hosts = {
  sandbox: {
    api: 'https://apitest.authorize.net',
    script: 'https://jstest.authorize.net',
    browserApis: ['https://apitest.authorize.net'],
  },
  production: {
    api: 'https://api2.authorize.net',
    script: 'https://js.authorize.net',
    browserApis: ['https://api.authorize.net', 'https://api2.authorize.net'],
  },
}

const Account = z.object({
  environment: GatewayEnvironment,
  api_login_id: z.string().min(1),
  transaction_key: z.string(),
  /** The public key of browsers. */
  client_key: z.string(),
  /** The key of webhooks. */
  signature_key: z.string().optional(),
})
export type AuthorizenetAccount = z.output<typeof Account>

/** Undefined for settings without an account. */
export const accountIn = (settings: ProviderSettings): AuthorizenetAccount | undefined => Account.safeParse(settings).data

export const authorizenetAccount: ProviderAccount = {
  label: 'Authorize.Net',
  required: {
    api_login_id: 'Enter the API login ID.',
    client_key: 'Enter the public client key.',
    transaction_key: 'Enter the transaction key.',
  },
  identity: ['api_login_id', 'environment'],
  key: 'transaction_key',
  otherKey: 'Enter the transaction key of this account.',
  pageSources({ environment }) {
    const { script, browserApis } = hosts[GatewayEnvironment.parse(environment)]
    // Accept.js reads its second script once more, to compare it with a checksum.
    return { scripts: [script], connections: [script, ...browserApis] }
  },
}

export interface AuthorizenetContext {
  /** Undefined for a domain without an account. */
  accountOf(domainId: number): Promise<AuthorizenetAccount | undefined>
  /** For tests: the URL of a fake server, instead of the host of the account. */
  url: string | undefined
  timeoutMs: number
  now(): Date
  pause(milliseconds: number): Promise<unknown>
}

export const apiUrlOf = ({ url }: AuthorizenetContext, { environment }: AuthorizenetAccount) =>
  `${url ?? hosts[environment].api}/xml/v1/request.api`

export const scriptUrlOf = ({ environment }: AuthorizenetAccount) => `${hosts[environment].script}/v1/Accept.js`
