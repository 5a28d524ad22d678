/** Requests that only read, or that concern saved cards. They throw `GatewayUnavailable` when the gateway does not answer. */
import { GatewayUnavailable } from '#api/platform/ports/payments.ts'
import type { AuthorizenetAccount, AuthorizenetContext } from './account.ts'
import { type Answer, ask, NoAnswer, refusalOf } from './client.ts'
import { reasonOf } from './reasons.ts'
import type { RequestBody, RequestName } from './request-fields.ts'

/** The record does not exist, or not yet: a new one can be read about a minute later. */
export const NOT_FOUND = 'E00040'

/** The account of the domain, with which requests are sent. */
export interface Session {
  context: AuthorizenetContext
  account: AuthorizenetAccount
}

/** Undefined for a domain without an account. */
export async function findSession(context: AuthorizenetContext, domainId: number): Promise<Session | undefined> {
  const account = await context.accountOf(domainId)
  return account && { context, account }
}

export async function getSession(context: AuthorizenetContext, domainId: number): Promise<Session> {
  const session = await findSession(context, domainId)
  if (session) return session
  throw new GatewayUnavailable(reasonOf('not_set_up').userMessage)
}

/** The answer, and the code of its refusal: undefined when the request was accepted. */
export async function request<Name extends RequestName>({ context, account }: Session, name: Name, body: RequestBody<Name>) {
  try {
    const answer = await ask(context, account, name, body)
    return { answer, refusal: refusalOf(answer) }
  } catch (cause) {
    if (cause instanceof NoAnswer) throw new GatewayUnavailable(cause.message, { cause })
    throw cause
  }
}

export type Refusable = Awaited<ReturnType<typeof request>>

export const unavailable = (code: string) => new GatewayUnavailable(`Authorize.Net refused the request (${code}).`)

/** Undefined for a record that does not exist. */
export async function find<Name extends RequestName>(
  session: Session,
  name: Name,
  body: RequestBody<Name>,
): Promise<Answer | undefined> {
  const { answer, refusal } = await request(session, name, body)
  if (refusal === NOT_FOUND) return undefined
  if (refusal !== undefined) throw unavailable(refusal)
  return answer
}
