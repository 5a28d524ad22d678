/**
 * Keeps slow lists and reports from blocking the portal: each list has a time limit, all lists together use only a part of the
 * connections, and reports have connections of their own. Of both, one user and one domain get only a part.
 */
import type { ServerResponse } from 'node:http'
import { finished } from 'node:stream'
import type { Call } from '@vialdesk/contract/base/call'
import type pg from 'pg'
import { awaitDatabase } from '#api/db/connection/database-silence.ts'
import { sizeOf } from '#api/db/connection/refused-connections.ts'
import { ApiError } from '#api/platform/kernel/fail.ts'
import { createTurns, type TakeTurn } from '#api/platform/kernel/turns.ts'
import type { CallerRequest, FindCaller } from './callers.ts'

/**
 * Milliseconds for each statement of a list. The slowest measured search, of 200,000 users and a million sales on a busy
 * machine, takes half of it. Nobody waits longer for a list, so a longer statement would be wasted.
 */
const LIST_TIMEOUT_MS = 5000
/** The other connections stay free for log-ins, payments and everything else. */
const SHARE_OF_CONNECTIONS = 0.6
/** Of the turns. A screen opens up to six lists at once. */
const SHARE_OF_DOMAIN = 0.75
const SHARE_OF_USER = 1 / 3
/** More calls than any screen makes at once. */
const WAITING_PER_USER = 50

type HeavyCall = Pick<Call, 'answersList' | 'isReport'>

export type ListLimits = ReturnType<typeof listLimits>

export function listLimits(pool: pg.Pool, reportPool: pg.Pool, timeoutMs = LIST_TIMEOUT_MS) {
  const lists = turnsWithin(sizeOf(pool) * SHARE_OF_CONNECTIONS, timeoutMs)
  const reports = turnsWithin(sizeOf(reportPool), timeoutMs)
  return {
    /** Milliseconds for each statement of the call. Undefined: the time limit of the connection. */
    timeoutOf: ({ answersList }: HeavyCall) => (answersList ? timeoutMs : undefined),
    /** The connections that the call uses. */
    poolOf: ({ isReport }: HeavyCall) => (isReport ? reportPool : pool),
    /** Undefined for a call that needs no turn. */
    turnsOf: ({ answersList, isReport }: HeavyCall) => (isReport ? reports : answersList ? lists : undefined),
  }
}

function turnsWithin(connections: number, timeoutMs: number): TakeTurn {
  const all = Math.max(1, Math.floor(connections))
  const share = (part: number) => Math.max(1, Math.floor(all * part))
  return createTurns({
    all,
    perDomain: share(SHARE_OF_DOMAIN),
    perUser: share(SHARE_OF_USER),
    waitMs: 2 * timeoutMs,
    waitingPerUser: WAITING_PER_USER,
  })
}

interface WaitingRequest extends Omit<CallerRequest, 'timeoutMs'> {
  response: ServerResponse
}

interface Parts {
  lists: ListLimits
  findCaller: FindCaller
}

/**
 * Runs a list or report in its turn, and another call at once. The pieces of a stream are read from the database while they are
 * sent, so its turn ends with its answer.
 */
export async function inTurn<Answer>(
  call: HeavyCall & Pick<Call, 'streams'>,
  parts: Parts,
  caller: WaitingRequest,
  work: () => Promise<Answer>,
): Promise<Answer> {
  let endTurn: (() => void) | undefined
  let isStreaming = false
  try {
    endTurn = await takeTurnOf(call, parts, caller)
    const answer = await work()
    isStreaming = call.streams !== undefined
    return answer
  } catch (error) {
    throw call.answersList ? explainTimeout(error) : error
  } finally {
    if (isStreaming && endTurn) finished(caller.response, endTurn)
    else endTurn?.()
  }
}

/** Takes a turn for a list or report; undefined for another call. A reader who goes away leaves the queue. */
async function takeTurnOf(
  call: HeavyCall,
  { lists, findCaller }: Parts,
  { response, ...request }: WaitingRequest,
): Promise<(() => void) | undefined> {
  const takeTurn = lists.turnsOf(call)
  if (!takeTurn) return undefined
  const gone = new AbortController()
  const leave = () => gone.abort()
  response.once('close', leave)
  try {
    const turn = takeTurn(await findCaller({ ...request, timeoutMs: lists.timeoutOf(call) }), gone.signal)
    return await awaitDatabase(turn, { answers: false, giveBack: (endTurn) => endTurn() })
  } catch (error) {
    gone.abort()
    throw error
  } finally {
    response.off('close', leave)
  }
}

/** Tells the reader what to do if PostgreSQL cancelled the list's statement at the time limit (57014). */
const explainTimeout = (error: unknown): unknown =>
  (error as { code?: unknown }).code === '57014'
    ? new ApiError('unavailable', {
        message: 'This list takes too long to load. Use a longer search text, or try again in a moment.',
        cause: error,
        headers: { 'retry-after': '2' },
      })
    : error
