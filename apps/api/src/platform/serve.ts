/**
 * Turns a call of the contract into an endpoint. All calls share one pipeline: find the domain and the session, check the
 * access table (deny by default), parse the input, run the handler in a transaction with the domain set, audit, commit,
 * answer.
 */
import { type Access, callAccess, reach, type Scope } from '@vialdesk/contract/access'
import type { Call } from '@vialdesk/contract/call'
import type { RefusalCode } from '@vialdesk/contract/errors'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { inDomain, type Transact } from '#api/db/transaction.ts'
import type { Actor } from './actor.ts'
import type { Domain } from './domains.ts'
import { heldBack } from './held-back.ts'
import type { Ports } from './ports.ts'
import type { Doer, Happening } from './record.ts'

type Out<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined
/** Only a public call may have no actor. */
type ActorIn<C extends Call> = (typeof callAccess)[C['address']] extends 'public' ? Actor | undefined : Actor

interface Told<C extends Call> {
  actor: ActorIn<C>
  /** How far the caller's role reaches with this call, by the access table. */
  scope: Scope | undefined
  domain: Domain
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
  /** For `audit`. */
  doer: Doer
  /** Audits a read of patient data or a refused attempt, even if the transaction is rolled back. */
  watch(happening: Happening): void
  reply: FastifyReply
  request: FastifyRequest
}

export type Handling<C extends Call> = Told<C> & {
  db: Db
  /** The portal's URL for people, without a slash at the end. A domain may have its own. */
  publicUrl: string
  /** Keys for signed links are derived from it. */
  secretKey: string
}

export type Waiting<C extends Call> = Told<C> & {
  ports: Ports
  /** Opens a short transaction. None may be open during a request to a provider. */
  transact: Transact
}

/** A call and its handler; `router.ts` lists all of them. */
export interface Served<C extends Call = Call> {
  call: C
  handle(told: Told<Call>, db: Db | undefined, ports: Ports): Promise<unknown>
}

export function serve<C extends Call>(call: C, handler: (handling: Handling<C>) => Promise<z.input<C['answer']>>): Served<C> {
  if (call.waits) throw new Error(`${call.address} uses providers: use serveWithProviders`)
  return {
    call,
    handle: (told, db, { publicUrl, secretKey }) =>
      handler({ ...(told as unknown as Told<C>), db: db as Db, publicUrl, secretKey }),
  }
}

/** For a call that uses providers: its handler opens short transactions before and after the requests to them. */
export function serveWaiting<C extends Call>(
  call: C,
  handler: (waiting: Waiting<C>) => Promise<z.input<C['answer']>>,
): Served<C> {
  if (!call.waits) throw new Error(`${call.address} does not use providers: use serve`)
  return {
    call,
    handle: (told, _db, ports) =>
      handler({
        ...(told as unknown as Told<C>),
        ports,
        transact: (work) => inDomain(ports.pool, told.domain.id, work, told.actor?.id),
      }),
  }
}

/** Checks the session's restrictions and the access table. Returns the scope, or the refusal code. */
export function admit(call: Call, actor: Actor | undefined): { scope: Scope | undefined } | RefusalCode {
  const access: Access = callAccess[call.address]
  const held = actor && heldBack(call, actor)
  if (held) return held
  if (access === 'public') return { scope: undefined }
  if (!actor) return 'unauthenticated'
  if (access === 'session') return { scope: undefined }
  const scope = reach(call.address, actor.role)
  return scope === undefined ? 'forbidden' : { scope }
}
