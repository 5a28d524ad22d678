import { authorizenetHosts, type GatewayEnvironment } from '@vialdesk/contract/payments'

/** The account of a domain at Authorize.Net. */
export interface AuthorizenetAccount {
  environment: GatewayEnvironment
  apiLoginId: string
  transactionKey: string
  /** The public key of browsers. */
  clientKey: string
  /** The key of webhooks. */
  signatureKey?: string
}

/** Undefined for a domain without an account. */
export type AccountOf = (domainId: number) => Promise<AuthorizenetAccount | undefined>

export interface AuthorizenetContext {
  accountOf: AccountOf
  /** For tests: the URL of a fake server, instead of the host of the account. */
  url: string | undefined
  timeoutMs: number
  now(): Date
  pause(milliseconds: number): Promise<unknown>
}

export const apiUrlOf = ({ url }: AuthorizenetContext, { environment }: AuthorizenetAccount) =>
  `${url ?? authorizenetHosts[environment].api}/xml/v1/request.api`

export const scriptUrlOf = ({ environment }: AuthorizenetAccount) => `${authorizenetHosts[environment].script}/v1/Accept.js`
