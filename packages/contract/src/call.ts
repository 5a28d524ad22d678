/** A call is data: its address is its row in the access table, and its schemas are its only shapes. */
import { z } from 'zod'
import type { CallAddress } from './access.ts'
import { Id } from './primitives.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type PathOf<Address extends string> = Address extends `${Method} ${infer Path}` ? Path : never
type ParamNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | ParamNames<Rest> : never
type DefaultParams<Address extends string> = z.ZodObject<Record<ParamNames<PathOf<Address>>, typeof Id>>

/** Named rate limits; how many in how long is the server's to know (platform/rate-limits). */
export type RateLimitName = 'login' | 'reset' | 'lookup' | 'signup' | 'invite' | 'upload' | 'payment' | 'domain_password'

interface CallSpec {
  /** One sentence for the API document. */
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  answer: z.ZodType
  /** Status of success: 200 unless said otherwise. */
  status?: 200 | 201 | 204
  /** The call asks a provider and waits: it opens its own short transactions, none while it waits. */
  waits?: true
  /** A GET that changes something: its answer waits for the commit, and nothing may prefetch it. */
  writes?: true
  /** The answer is a stream of this media type (a download, live events); the call waits, and opens its own transactions. */
  streams?: 'text/csv; charset=utf-8' | 'text/event-stream' | 'application/pdf'
  /** The body is a multipart form with one file of at most so many bytes. The call waits, as an upload may take long. */
  upload?: { maxBytes: number }
  /**
   * The answer is data of one patient, but its rows do not name that patient: it is the one of the path parameter `id`, or
   * the caller. Audited like an answer that has a `PatientId`.
   */
  aboutPatient?: 'id' | 'self'
  /** The body carries card data: it may only be small, and is never logged. */
  card?: true
  limit?: RateLimitName
  /** Only calls whose body has this field count against the limit: only they let somebody guess. */
  limitsWith?: string
  /** Only visitors count against the limit: somebody with a live session is known. */
  limitsVisitors?: true
}

type Part<Spec, Key extends string> = Spec extends Record<Key, infer Schema extends z.ZodType> ? Schema : undefined

export interface Call<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType = z.ZodType,
  Address extends CallAddress = CallAddress,
> {
  /** Kept as a literal type, so that a client can find a call's shapes by its address alone. */
  address: Address
  method: Method
  path: string
  summary: string
  params: Params
  query: Query
  body: Body
  answer: Answer
  status: 200 | 201 | 204
  waits: boolean
  writes: boolean
  streams: string | undefined
  /** Answers a page of rows or a list of choices: the server gives such a call less time than others. */
  answersList: boolean
  upload: { maxBytes: number } | undefined
  aboutPatient: 'id' | 'self' | undefined
  card: boolean
  limit: RateLimitName | undefined
  limitsWith: string | undefined
  limitsVisitors: boolean
}

type ParamsOf<Spec, Address extends string> = Spec extends { params: infer Schema extends z.ZodType }
  ? Schema
  : DefaultParams<Address>

/** A page has a limit and an offset; choices come as an array. A stream is as long as its reader needs. */
function answersList({ query, answer, streams }: CallSpec, method: Method): boolean {
  const isPage = query instanceof z.ZodObject && 'limit' in query.shape && 'offset' in query.shape
  return method === 'GET' && streams === undefined && (isPage || answer instanceof z.ZodArray)
}

export function call<const Address extends CallAddress, const Spec extends CallSpec>(
  address: Address,
  spec: Spec,
): Call<ParamsOf<Spec, Address>, Part<Spec, 'query'>, Part<Spec, 'body'>, Spec['answer'], Address> {
  const [method, path] = address.split(' ') as [Method, string]
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)
  const params = spec.params ?? z.object(Object.fromEntries(names.map((name) => [name, Id])))
  return {
    address,
    method,
    path,
    summary: spec.summary,
    params,
    query: spec.query,
    body: spec.body,
    answer: spec.answer,
    status: spec.status ?? 200,
    waits: spec.waits ?? (spec.streams ?? spec.upload) !== undefined,
    writes: spec.writes ?? method !== 'GET',
    streams: spec.streams,
    answersList: answersList(spec, method),
    upload: spec.upload,
    aboutPatient: spec.aboutPatient,
    card: spec.card ?? false,
    limit: spec.limit,
    limitsWith: spec.limitsWith,
    limitsVisitors: spec.limitsVisitors ?? false,
  } as Call<ParamsOf<Spec, Address>, Part<Spec, 'query'>, Part<Spec, 'body'>, Spec['answer'], Address>
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

/** What a client passes to make the call. */
export type InputOf<C extends Call> = ParamsPart<C['params']> & InputPart<C['query'], 'query'> & InputPart<C['body'], 'body'>
/** What the client gets back. */
export type AnswerOf<C extends Call> = z.output<C['answer']>
