/** Reports a failed start or command on the terminal. */
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

/** Prints one sentence. LOG_LEVEL=debug adds the stack of an unexpected error. Sets exit code 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1
  if (error instanceof StartFailure) return void console.error(`Vialdesk: ${error.message}`)
  const causes = messagesOf(error).join(', because ')
  console.error(`Vialdesk failed: ${causes} (set LOG_LEVEL=debug for details)`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  return [error.message || error.name, ...(error.cause === undefined ? [] : messagesOf(error.cause))]
}
