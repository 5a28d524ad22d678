/**
 * Turns a call of the contract into an endpoint. All calls share one pipeline: find the domain and the session, check the
 * access table (deny by default), parse the input, run the handler in a transaction with the domain set, audit, commit,
 * answer.
 */
import { type Scope, scopeOf } from '@vialdesk/contract/base/access'
import type { Call } from '@vialdesk/contract/base/call'
import type { ApiErrorCode } from '@vialdesk/contract/base/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { AuditActor, Db } from '#api/db/db.ts'
import { inDomain, type RunInTransaction } from '#api/db/transaction.ts'
import { mayTokenCall } from '#api/platform/access/access-token.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import type { Domain } from '#api/platform/access/domains.ts'
import { mayGoBack, needsProof, sessionRestriction } from '#api/platform/access/session-restriction.ts'
import type { AuditEvent } from '#api/platform/audit/audit.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import { noteSteps } from './errors/uncertainty.ts'

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Only a public call may have no actor. */
type ActorIn<C extends Call> = C['access'] extends 'public' ? Actor | undefined : Actor

interface BaseContext<C extends Call> {
  actor: ActorIn<C>
  /** How far the caller's role reaches with this call. */
  scope: Scope | undefined
  domain: Domain
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
  /** The caller, who acts in the transactions of the call. */
  auditActor: AuditActor
  /** Audits a read of patient data or a refused attempt, even if the transaction is rolled back. */
  auditRead(event: AuditEvent): void
  reply: FastifyReply
  request: FastifyRequest
}

export type CallContext<C extends Call> = BaseContext<C> & {
  db: Db
  /** The portal's URL for people, without a slash at the end. A domain may have its own. */
  publicUrl: string
  /** Keys for signed links are derived from it. */
  secretKey: string
}

export type ProviderCallContext<C extends Call> = BaseContext<C> & {
  ports: Ports
  /** Opens a short transaction. None may be open during a request to a provider. */
  transact: RunInTransaction
}

/** A call and its handler; `app/routers.ts` lists all of them. */
export interface Endpoint<C extends Call = Call> {
  call: C
  handle(context: BaseContext<Call>, db: Db | undefined, ports: Ports): Promise<unknown>
}

function actingIn(db: Db, { auditActor }: BaseContext<Call>): Db {
  db.auditActor = auditActor
  return db
}

export function serve<C extends Call>(call: C, handler: (context: CallContext<C>) => Promise<z.input<C['answer']>>): Endpoint<C> {
  if (call.usesProviders) throw new Error(`${call.key} uses providers: use serveWithProviders`)
  if (call.fromMemory) throw new Error(`${call.key} is answered from memory: use serveFromMemory`)
  return {
    call,
    handle: (context, db, { publicUrl, secretKey }) =>
      handler({ ...(context as unknown as BaseContext<C>), db: actingIn(db as Db, context), publicUrl, secretKey }),
  }
}

/** For a call that uses providers: its handler opens short transactions before and after the requests to them. */
export function serveWithProviders<C extends Call>(
  call: C,
  handler: (context: ProviderCallContext<C>) => Promise<z.input<C['answer']>>,
): Endpoint<C> {
  if (!call.usesProviders) throw new Error(`${call.key} does not use providers: use serve`)
  return {
    call,
    handle: (context, _db, ports) =>
      handler({
        ...(context as unknown as BaseContext<C>),
        ports,
        transact: noteSteps((work) =>
          inDomain(ports.pool, context.domain.id, (db) => work(actingIn(db, context)), context.actor),
        ),
      }),
  }
}

/** For a call that is answered from memory. */
export function serveFromMemory<C extends Call>(
  call: C,
  handler: (context: Pick<BaseContext<C>, 'domain' | 'params' | 'query'>) => z.input<C['answer']>,
): Endpoint<C> {
  if (!call.fromMemory) throw new Error(`${call.key} is not answered from memory: use serve`)
  return { call, handle: async (context) => handler(context as unknown as BaseContext<C>) }
}

/** Checks the session's restrictions, the access table and the last proof. Returns the scope, or the refusal code. */
export function authorize(call: Call, actor: Actor | undefined): { scope: Scope | undefined } | ApiErrorCode {
  const admitted = admit(call, actor)
  return typeof admitted !== 'string' && actor && needsProof(call, actor) ? 'proof_required' : admitted
}

/** Fails with the refusal code. Only here a call is refused with 403: the access table says that the role may never make it. */
export function assertAuthorized(call: Call, actor: Actor | undefined): { scope: Scope | undefined } {
  const admitted = authorize(call, actor)
  if (typeof admitted === 'string') throw new ApiError(admitted)
  return admitted
}

function admit(call: Call, actor: Actor | undefined): { scope: Scope | undefined } | ApiErrorCode {
  const { access } = call
  const restriction = actor && sessionRestriction(call, actor)
  if (restriction) return restriction
  if (actor?.accessToken && !mayTokenCall(actor.accessToken, call)) return 'forbidden'
  if (access === 'public') return { scope: undefined }
  if (!actor) return 'unauthenticated'
  if (access === 'session' || mayGoBack(call, actor)) return { scope: undefined }
  const scope = scopeOf(access, actor.role)
  return scope === undefined ? 'forbidden' : { scope }
}
