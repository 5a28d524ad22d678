/** What a handler gets: the caller, whom the access table admits, and the parsed input. */
import type { Call } from '@vialdesk/contract/base/call'
import { MAX_SORTED_OFFSET, SORTED_TOO_DEEP } from '@vialdesk/contract/base/primitives'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AuditActor, AuditEntry } from '#api/db/db.ts'
import type { SessionRow } from '#api/db/transaction.ts'
import { actorOf } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { auditEntryOf } from '#api/platform/audit/audit.ts'
import { refuseCardNumbers } from '#api/platform/kernel/card-numbers.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import { accessTokenHashOf, credentialOf } from './credentials.ts'
import { assertAuthorized, type Endpoint } from './serve.ts'

export interface CallRequest {
  call: Call
  domain: Domain
  request: FastifyRequest
  reply: FastifyReply
}

/** Refuses a caller who may not make this call. Audited reads are added to `entries`. */
export function buildContext(
  { call, domain, request, reply }: CallRequest,
  session: SessionRow | undefined,
  entries: AuditEntry[],
): Parameters<Endpoint['handle']>[0] {
  const actor = session && actorOf(session)
  request.actor = actor
  // An expired session is not a guest: answer 401. Nor is a machine with a token that is over, on any call.
  if (!actor && (accessTokenHashOf(request.headers.authorization) || (call.rateLimitsGuestsOnly && credentialOf(request))))
    fail('unauthenticated')
  const admitted = assertAuthorized(call, actor)
  const auditActor: AuditActor = { ...(actor && { actor }), ip: request.ip, requestId: request.id }
  return {
    actor,
    ...admitted,
    domain,
    ...inputOf(call, request),
    auditActor,
    auditRead: (event) => void entries.push(auditEntryOf(auditActor, event)),
    reply,
    request,
  } as Parameters<Endpoint['handle']>[0]
}

/** In another order than its own, a list reads all rows before the page (decision 070). Answers the query. */
function refuseDeepOffset<Query>(query: Query): Query {
  const { sort, offset } = (query ?? {}) as { sort?: unknown; offset?: unknown }
  if (sort !== undefined && Number(offset) > MAX_SORTED_OFFSET) failField('offset', SORTED_TOO_DEEP)
  return query
}

function inputOf(call: Call, request: FastifyRequest) {
  const params = call.params.safeParse(request.params)
  // A value that cannot be an id names no row.
  if (!params.success) fail('not_found')
  refuseCardNumbers(call, request.query, request.body)
  return {
    params: params.data,
    query: refuseDeepOffset(call.query?.parse(request.query)),
    // A form with a file is read after authorization and outside the transaction.
    body: call.upload ? undefined : call.body?.parse(request.body ?? {}),
  }
}
