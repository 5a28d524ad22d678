/** A failed start or command, said to the person at the terminal. */
import { StartFailure } from '#api/platform/start-failure.ts'

/** One sentence; the trace of what nobody foresaw is shown with LOG_LEVEL=debug. Sets exit code 1. */
export function reportFailure(error: unknown): void {
  process.exitCode = 1
  if (error instanceof StartFailure) return void console.error(`Vialdesk: ${error.message}`)
  const causes = messagesOf(error).join(', because ')
  console.error(`Vialdesk failed: ${causes} (LOG_LEVEL=debug shows where)`)
  if (process.env.LOG_LEVEL === 'debug') console.error(error)
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)]
  return [error.message || error.name, ...(error.cause === undefined ? [] : messagesOf(error.cause))]
}
