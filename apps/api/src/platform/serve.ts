/**
 * From a call of the contract to a route. One pipeline for all: domain found, session found, access table asked (deny by
 * default), input parsed, one transaction that carries the domain, handler, record, commit, answer.
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
/** Only a public call may lack an actor. */
type ActorIn<C extends Call> = (typeof callAccess)[C['address']] extends 'public' ? Actor | undefined : Actor

interface Told<C extends Call> {
  actor: ActorIn<C>
  /** How far the caller's role reaches with this call, by the access table. */
  scope: Scope | undefined
  domain: Domain
  params: Out<C['params']>
  query: Out<C['query']>
  body: Out<C['body']>
  /** For `record`. */
  doer: Doer
  /** Notes a read of patients' data (or a refused attempt) in the record, whatever becomes of the transaction. */
  watch(happening: Happening): void
  reply: FastifyReply
  request: FastifyRequest
}

export type Handling<C extends Call> = Told<C> & {
  db: Db
  /** Where people reach the portal, without a slash at the end; `addressOf` says where they reach a domain. */
  publicUrl: string
  /** Keys for signed links are derived from it. */
  secretKey: string
}

export type Waiting<C extends Call> = Told<C> & {
  ports: Ports
  /** A short transaction; none is open while a provider is asked. */
  transact: Transact
}

/** A call with what answers it; `router.ts` lists them all. */
export interface Served<C extends Call = Call> {
  call: C
  handle(told: Told<Call>, db: Db | undefined, ports: Ports): Promise<unknown>
}

export function serve<C extends Call>(call: C, handler: (handling: Handling<C>) => Promise<z.input<C['answer']>>): Served<C> {
  if (call.waits) throw new Error(`${call.address} waits for a provider: use serveWaiting`)
  return {
    call,
    handle: (told, db, { publicUrl, secretKey }) =>
      handler({ ...(told as unknown as Told<C>), db: db as Db, publicUrl, secretKey }),
  }
}

/** For a call that asks a provider: it opens its own short transactions, before and after the wait. */
export function serveWaiting<C extends Call>(
  call: C,
  handler: (waiting: Waiting<C>) => Promise<z.input<C['answer']>>,
): Served<C> {
  if (!call.waits) throw new Error(`${call.address} does not wait for a provider: use serve`)
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

/** What the access table says of this caller: let in (with how far), or why not. */
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
