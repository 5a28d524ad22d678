/** Records the statements that the api sends in this process, once each. Those of tests and of the demo are left out. */
import pg from 'pg'
import { StatementBatch } from '#api/db/connection/statement-batch.ts'

export interface Statement {
  text: string
  /** The file under apps/api/src that sends the statement. */
  file: string
}

const SOURCES = new URL('../../', import.meta.url).pathname
/** They send the statements of others. */
const CARRIERS = /^(?:db\/(?:connection\/|db\.ts|transaction\.ts)|testing\/statements\/)/
const OF_TESTS = /^(?:demo|testing)\/|\.(?:test|fixture)\.ts$/
/** Kysely has many frames between the caller and the connection. */
const FRAMES = 80

/** The files of the stack, innermost first. Error.stack would look up each line in the source maps of Vitest, which takes four times as long. */
function filesOfStack(): string[] {
  const { stackTraceLimit, prepareStackTrace } = Error
  Error.stackTraceLimit = FRAMES
  Error.prepareStackTrace = (_error, sites) => sites.map((site) => site.getFileName() ?? '')
  const { stack } = new Error() as unknown as { stack: string[] }
  Object.assign(Error, { stackTraceLimit, prepareStackTrace })
  return stack.flatMap((file) => file.split(SOURCES)[1] ?? [])
}

/** Undefined for a test or the demo, and for a statement without an open transaction: outside of one, row-level security shows no row of a domain. */
function findSender(): string | undefined {
  const sender = filesOfStack().find((file) => !CARRIERS.test(file))
  return sender === undefined || OF_TESTS.test(sender) ? undefined : sender
}

/** The same for statements that differ in their values, or in the number of their parameters, only. */
export const shapeOf = (text: string) =>
  text.replaceAll(/'(?:[^']|'')*'/g, "''").replaceAll(/\$\d+(?:::\w+)?(?:,\s*\$\d+(?:::\w+)?)*/g, '$')

const shapes = new Set<string>()
let recorded: Statement[] = []
let isRecording = false

function record(query: unknown): void {
  const text = typeof query === 'string' ? query : (query as { text?: unknown } | undefined)?.text
  if (typeof text !== 'string') return
  const shape = shapeOf(text)
  if (shapes.has(shape)) return
  const file = findSender()
  if (file === undefined) return
  shapes.add(shape)
  recorded.push({ text, file })
}

export function recordStatements(): void {
  if (isRecording) return
  isRecording = true
  const send = pg.Client.prototype.query as (...parameters: unknown[]) => unknown
  Object.assign(pg.Client.prototype, {
    query(this: pg.Client, ...parameters: unknown[]) {
      record(parameters[0])
      return send.apply(this, parameters)
    },
  })
  // A batch is sent later, when its sender cannot be found any more.
  const { add } = StatementBatch.prototype
  StatementBatch.prototype.add = function (this: StatementBatch, statement) {
    record(statement)
    return add.call(this, statement) as never
  }
}

/** The statements since the last call. */
export function takeStatements(): Statement[] {
  const taken = recorded
  recorded = []
  return taken
}
