/** Ports that stay free while the program that listens on them is down. */
import { createServer } from 'node:net'

/** Below the range from which systems take the ports of outgoing connections (Linux: from 32768). */
const FIRST = 20_000
const LAST = 32_000

let next = FIRST + ((process.pid * 37) % (LAST - FIRST))

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer()
      .once('error', () => resolve(false))
      .listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

/** A connection never takes this port by chance, also not between the end of a server and its next start. */
export async function findLastingPort(): Promise<number> {
  for (let attempt = 0; attempt < LAST - FIRST; attempt++) {
    const port = next
    next = next === LAST ? FIRST : next + 1
    if (await isFree(port)) return port
  }
  throw new Error(`No port from ${FIRST} to ${LAST} is free`)
}
