/** A call is data: method and path, who may make it, and the schemas of its input and answer. */
import { z } from 'zod'
import type { Access } from './access.ts'
import type { ListFile } from './list-file.ts'
import { Id } from './primitives.ts'
import type { ProofRule, WithProof } from './proof.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type PathOf<Address extends string> = Address extends `${Method} ${infer Path}` ? Path : never
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type DefaultParams<Address extends string> = z.ZodObject<Record<ParamNames<PathOf<Address>>, typeof Id>>

/** Names of the rate limits. The numbers are in the server's platform/http/limits/rate-limits.ts. */
export type RateLimitName =
  | 'login'
  | 'reset'
  | 'lookup'
  | 'signup'
  | 'invite'
  | 'upload'
  | 'payment'
  | 'invoice'
  | 'coupon'
  | 'domain_password'

interface CallSpec {
  /** One sentence for the API document. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /**
   * An access token may make the call. An admin chooses some of these calls for each token; any other call is refused to every token.
   * Never for a call that makes or answers a password, a token, a session, a secret or a signing link, that suspends or admits an admin,
   * that moves money, that changes what the domain trusts (brand, mail, gateway, webhooks), or that answers the URL of a webhook, which
   * may carry a secret of the receiver. If the call asks for a recent proof, its rule says why a token may make it.
   */
  machine?: true
  /** Whether the call asks an admin for a recent proof, or why not. */
  proof?: ProofRule
  /** The rows of all pages as a file. Its columns stand here. */
  exports?: ListFile
  /** The names under which the filters of screens with this list can be saved. Lists that have the same filters share a name. */
  views?: readonly string[]
  /** HTTP status of success, 200 by default. */
  status?: 200 | 201 | 204
  /** The call asks an external provider. It opens its own short transactions, none of them during the request. */
  usesProviders?: true
  /** A public call whose answer is in the memory of the server: it has no transaction and finds no session. */
  fromMemory?: true
  /** True: a GET that changes data. Its answer waits for the commit, and clients must not prefetch it. False: a POST that only reads. */
  writes?: boolean
  /** Media type of a streamed answer (a download or live events). The call opens its own transactions. */
  streams?:
    | 'text/csv; charset=utf-8'
    | 'text/event-stream'
    | 'application/pdf'
    | 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  /**
   * The body is a multipart form with one file, or up to `files`, each of up to `maxBytes`. The call opens its own transactions, because an
   * upload may take long.
   */
  upload?: { maxBytes: number; files?: number }
  /**
   * The answer has data of one patient but no `PatientId`. The patient is the path parameter `id` or the caller (`self`).
   * The server audits the read as if the answer had a `PatientId`.
   */
  aboutPatient?: 'id' | 'self'
  /** The answer is worked out from all rows of a filter, so the limits of lists hold for it, too. */
  countsAsList?: true
  /** The answer is worked out from very many rows. Reports have connections of their own, of which one user gets only a part. */
  isReport?: true
  /** The body has card data: the server limits its size and never logs it. */
  hasCardData?: true
  /** A refusal has `error_message`, the reason, next to `message`, the title. */
  explainsRefusals?: true
  rateLimit?: RateLimitName
  /** Only requests with this body field count against the rate limit, because only they can guess a password. */
  rateLimitField?: string
  /** Only requests without a valid session count against the rate limit. Those with an access token count, too. */
  rateLimitsGuestsOnly?: true
}

type FileOf<Spec> = Spec extends { exports: ListFile } ? ListFile : undefined
type ViewOf<Spec> = Spec extends { views: readonly (infer View extends string)[] } ? View : never
type Part<Spec, Key extends string> = Spec extends Record<Key, infer Schema extends z.ZodType> ? Schema : undefined

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
  Address extends string = string,
  Who extends Access = Access,
  File extends ListFile | undefined = ListFile | undefined,
  View extends string = string,
> {
  /** Method and path. A literal type, so that a client can infer the schemas from it. */
  key: Address
  access: Who
  machine: boolean
  /** Undefined for a call that only reads, or that admins may not make. */
  proof: ProofRule | undefined
  exports: File
  views: readonly View[]
  method: Method
  path: string
  summary: string
  params: Params
  query: Query
  body: Body
  answer: Answer
  status: 200 | 201 | 204
  usesProviders: boolean
  fromMemory: boolean
  writes: boolean
  streams: string | undefined
  /** The answer is a page of rows, a list of options or a sum of rows (`countsAsList`). The server's time limit for lists is shorter. */
  answersList: boolean
  upload: { maxBytes: number; files?: number } | undefined
  isReport: boolean
  aboutPatient: 'id' | 'self' | undefined
  hasCardData: boolean
  explainsRefusals: boolean
  rateLimit: RateLimitName | undefined
  rateLimitField: string | undefined
  rateLimitsGuestsOnly: boolean
}

type ParamsOf<Spec, Address extends string> = Spec extends { params: infer Schema extends z.ZodType }
  ? Schema
  : DefaultParams<Address>

type CallOf<Address extends string, Who extends Access, Spec extends CallSpec> = Call<
  ParamsOf<Spec, Address>,
  Part<Spec, 'query'>,
  Part<Spec, 'body'>,
  Spec['answer'],
  Address,
  Who,
  FileOf<Spec>,
  ViewOf<Spec>
>

/** A page has a limit, and an offset or a row where it begins; options are an array. A stream has no time limit. */
function answersList({ query, answer, streams, countsAsList }: CallSpec, method: Method): boolean {
  const isPage = query instanceof z.ZodObject && 'limit' in query.shape && ('offset' in query.shape || 'before' in query.shape)
  return method === 'GET' && streams === undefined && (countsAsList === true || isPage || answer instanceof z.ZodArray)
}

// The web app needs the types of calls only: its build leaves out the calls themselves.
/* @__NO_SIDE_EFFECTS__ */
export function call<const Address extends `${Method} /${string}`, const Who extends Access, const Spec extends CallSpec>(
  key: Address,
  access: Who,
  // A key that is no option of a call does not compile: a misspelled rate limit would otherwise be ignored.
  spec: Spec & Record<Exclude<keyof Spec, keyof CallSpec>, never> & WithProof<Address, Who, Spec>,
): CallOf<Address, Who, Spec> {
  const [method, path] = key.split(' ') as [Method, string]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const params = spec.params ?? z.object(Object.fromEntries(names.map((name) => [name, Id])))
  return {
    key,
    access,
    machine: spec.machine ?? false,
    proof: spec.proof,
    exports: spec.exports,
    views: spec.views ?? [],
    method,
    path,
    summary: spec.summary,
    params,
    query: spec.query,
    body: spec.body,
    answer: spec.answer,
    status: spec.status ?? 200,
    usesProviders: spec.usesProviders ?? (spec.streams ?? spec.upload) !== undefined,
    fromMemory: spec.fromMemory ?? false,
    writes: spec.writes ?? method !== 'GET',
    streams: spec.streams,
    answersList: answersList(spec, method),
    isReport: spec.isReport ?? false,
    upload: spec.upload,
    aboutPatient: spec.aboutPatient,
    hasCardData: spec.hasCardData ?? false,
    explainsRefusals: spec.explainsRefusals ?? false,
    rateLimit: spec.rateLimit,
    rateLimitField: spec.rateLimitField,
    rateLimitsGuestsOnly: spec.rateLimitsGuestsOnly ?? false,
  } as CallOf<Address, Who, Spec>
}

type InputPart<Schema, Key extends string> = Schema extends z.ZodType
  ? Record<never, never> extends z.input<Schema>
    ? { [K in Key]?: z.input<Schema> }
    : { [K in Key]: z.input<Schema> }
  : unknown
type ParamsPart<Schema> = Schema extends z.ZodType
  ? string extends keyof z.output<Schema>
    ? unknown
    : { params: z.output<Schema> }
  : unknown

/** The input that a client passes. */
export type InputOf<C extends Call> = ParamsPart<C['params']> & InputPart<C['query'], 'query'> & InputPart<C['body'], 'body'>
/** The parsed answer that a client gets. */
export type AnswerOf<C extends Call> = z.output<C['answer']>
