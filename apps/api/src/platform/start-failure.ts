/** A start that cannot go on. Its message is one sentence for the person at the terminal; no stack is shown with it. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** The system's short name of an error (`EACCES`, `EADDRINUSE`), or undefined when it has none. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
