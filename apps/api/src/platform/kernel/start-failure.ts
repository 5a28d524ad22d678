/** A start or a console command that cannot go on. The message is one sentence for the terminal, without a stack. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}

/** The system's code of an error (`EACCES`, `EADDRINUSE`); undefined if it has none. */
export const systemCode = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
