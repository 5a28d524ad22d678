/** Checks the TCP ports before anything else is started, so that a conflict is reported at once. */
import { createServer } from 'node:net'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'

/** The message for a port that cannot be used; undefined if the error is about something else. */
export function explainPortError(
  error: unknown,
  variable: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
): StartFailure | undefined {
  const code = systemCode(error)
  if (code === 'EADDRINUSE')
    return new StartFailure(
      `Port ${port} on ${host} is already in use. Stop the other program, or set ${variable} to another port.`,
    )
  if (code === 'EACCES') return new StartFailure(`This user may not use port ${port}. Set ${variable} to a port above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new StartFailure(`${variable === 'PORT' ? 'HOST' : 'METRICS_HOST'}="${host}" is not an address of this machine.`)
  return undefined
}

/** Throws StartFailure if the port cannot be used at this moment. */
export async function assertFreePort(variable: 'PORT' | 'METRICS_PORT', host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer().once('error', reject).listen(port, host, resolve)
  try {
    await promise
  } catch (error) {
    throw explainPortError(error, variable, host, port) ?? error
  } finally {
    server.close()
  }
}
