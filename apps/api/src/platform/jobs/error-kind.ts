/**
 * The kind of an error, for the list of background jobs. The text of an error may name a person, its kind cannot. The queue library stores
 * the message only, so the kind is put before it: `[ECONNREFUSED] connect …`. The database reads it back (187-operations.sql).
 */
const IDENTIFIER = /^[A-Za-z0-9_]{1,60}$/

/** The code of the error or of its cause, else its class: `23505`, `not_found`, `TypeError`. */
export function errorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'Error'
  const code = [error, error.cause]
    .map((each) => (each as { code?: unknown } | undefined)?.code)
    .find((each) => each !== undefined)
  const kind = String(code ?? error.constructor.name)
  return IDENTIFIER.test(kind) ? kind : 'Error'
}

export const withErrorKind = (error: unknown): Error =>
  new Error(`[${errorKind(error)}] ${error instanceof Error ? error.message : String(error)}`, { cause: error })
