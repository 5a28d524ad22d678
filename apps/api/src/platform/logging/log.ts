/**
 * The log: one line of JSON for each event, without secrets and personal data. In development the same lines are formatted
 * for the terminal.
 */
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'
import { origin } from '#api/db/origin.ts'
import { describeError } from './describe-error.ts'
import { countLostLine, standardOutput } from './log-output.ts'
import { redactLine } from './redact.ts'

export interface LogOptions {
  /** `fatal` to `trace`, or `silent`. */
  level: string
  /** Lines for a terminal instead of JSON. */
  readable?: boolean
  /** Adds the id of the trace to each line of a request or job. */
  traces?: boolean
  /** Standard output by default. */
  destination?: DestinationStream
}

/** The log for Fastify's `loggerInstance`, the jobs and all other code. */
export function createLog({ level, readable = false, traces = false, destination }: LogOptions): FastifyBaseLogger {
  const options = {
    level,
    base: { pid: process.pid },
    ...(traces && { mixin: traceOfLine }),
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }), log: describeErrors },
    serializers: { err: (error: unknown) => describeError(error), req: onlyRoute, res: onlyStatus },
    hooks: { streamWrite: readable ? (line: string) => formatForTerminal(redactLine(line)) : redactLine, logMethod: neverThrow },
  }
  return pino(options, destination ?? standardOutput())
}

const traceOfLine = () => {
  const traceId = origin.getStore()?.traceId
  return traceId === undefined ? {} : { trace_id: traceId }
}

/** A line that cannot be made or written is lost. The caller goes on, because the logged event has happened. */
function neverThrow(this: Logger, given: Parameters<LogFn>, write: LogFn): void {
  try {
    write.apply(this, given)
  } catch (error) {
    countLostLine(error)
  }
}

const onlyRoute = (request: Partial<FastifyRequest>) => ({ method: request.method, route: request.routeOptions?.url })
const onlyStatus = (reply: Partial<FastifyReply>) => ({ status: reply.statusCode })

/** Describes errors under any key; `err` has its own serializer. */
function describeErrors(record: Record<string, unknown>): Record<string, unknown> {
  let described = record
  for (const [key, value] of Object.entries(record)) {
    if (key !== 'err' && value instanceof Error) described = { ...described, [key]: describeError(value) }
  }
  return described
}

/** `12:30:05 info  GET /api/v1/users/:id/ 200 3 ms`, then the other fields, then the stack of an error. */
function formatForTerminal(line: string): string {
  let parsed: Record<string, unknown>
  try {
    parsed = JSON.parse(line) as Record<string, unknown>
  } catch {
    return line
  }
  const { time, level, msg, pid: _pid, req_id: _id, method, route, status, ms, err, ...rest } = parsed
  const request = method === undefined ? [] : [method, route, status, ms === undefined ? '' : `${ms} ms`]
  const extras = Object.entries(rest).map(([key, value]) => `${key}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const words = [String(time).slice(11, 19), String(level).padEnd(5), msg, ...request, ...extras].filter(
    (word) => word !== undefined && word !== '',
  )
  return `${words.join(' ')}\n${err === undefined ? '' : formatTrace(err as Described)}`
}

interface Described {
  type?: string
  message?: string
  stack?: string
  cause?: Described
}

function formatTrace({ type, message, stack, cause }: Described, before = ''): string {
  const own = `  ${before}${type}: ${message}\n${stack === undefined ? '' : `${stack}\n`}`
  return cause === undefined ? own : own + formatTrace(cause, 'caused by ')
}
