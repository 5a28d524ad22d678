/** Ports are tried before anything else is started, so that a taken one is known at once. */
import { createServer } from 'node:net'
import { StartFailure, systemCode } from '#api/platform/start-failure.ts'

/** The sentence for a port that cannot be had; undefined when the error is about something else. */
export function refusedPort(
  error: unknown,
  variable: 'PORT' | 'METRICS_PORT',
  host: string,
  port: number,
): StartFailure | undefined {
  const code = systemCode(error)
  if (code === 'EADDRINUSE')
    return new StartFailure(`Port ${port} of ${host} is in use: stop what uses it, or set ${variable} to another.`)
  if (code === 'EACCES') return new StartFailure(`Port ${port} may not be used by this user: set ${variable} to one above 1023.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return new StartFailure(`HOST="${host}" is no address of this machine.`)
  return undefined
}

/** Throws StartFailure when nothing could listen there at this moment. */
export async function expectFreePort(variable: 'PORT' | 'METRICS_PORT', host: string, port: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const server = createServer().once('error', reject).listen(port, host, resolve)
  try {
    await promise
  } catch (error) {
    throw refusedPort(error, variable, host, port) ?? error
  } finally {
    server.close()
  }
}
