/**
 * Describes an error and its causes for the log, by an allow-list. Other properties that databases and libraries add stay
 * out: row values, parameters of statements, answers of providers.
 */
export interface DescribedError {
  type: string
  message: string
  code?: string | number
  /** From PostgreSQL: the place in the schema, never the values. */
  constraint?: string
  table?: string
  column?: string
  /** The frames only: the first lines repeat the message. */
  stack?: string
  cause?: DescribedError
  /** The errors of an AggregateError. */
  errors?: DescribedError[]
}

const MAX_DEPTH = 8
const MAX_ERRORS = 5

/** Describes an error for the log. Other thrown values are described by their type and text. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: typeof error === 'string' ? error : readableForm(error) }
  const extras = error as Error & { code?: unknown; constraint?: unknown; table?: unknown; column?: unknown; errors?: unknown }
  const described: DescribedError = { type: error.constructor.name || error.name, message: messageOf(error) }
  if (typeof extras.code === 'string' || typeof extras.code === 'number') described.code = extras.code
  for (const key of ['constraint', 'table', 'column'] as const) {
    const value = extras[key]
    if (typeof value === 'string') described[key] = value
  }
  const frames = error.stack?.split('\n').filter((text) => /^\s+at /.test(text))
  if (frames?.length) described.stack = frames.join('\n')
  if (depth >= MAX_DEPTH) return described
  if (error.cause !== undefined && error.cause !== null) described.cause = describeError(error.cause, depth + 1)
  if (error instanceof AggregateError)
    described.errors = error.errors.slice(0, MAX_ERRORS).map((part) => describeError(part, depth + 1))
  return described
}

/** PostgreSQL ends messages of data errors with the value: `invalid input … integer: "Jane"`. */
function messageOf(error: Error): string {
  const isDatabases = 'severity' in error
  return isDatabases ? error.message.replace(/: ".*"$/s, ': "[redacted]"') : error.message
}

function readableForm(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
