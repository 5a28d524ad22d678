/** Runs a separate portal up to a moment of each of its payments, refunds or seals, and kills it there. */
import { fork } from 'node:child_process'
import type { KilledPortalOrder } from './killed-portal.ts'
import type { TestPortal } from './test-portal.ts'

type Order = Omit<KilledPortalOrder, 'ownerUrl' | 'appUrl' | 'secretKey'>

const urlOf = (pool: TestPortal['pool']) => pool.options.connectionString as string

/** Kills the process once all its work has stopped and its output contains `expected`. Returns its output. */
export async function killPortal(portal: TestPortal, order: Order, expected = ''): Promise<string> {
  const output = await runUntilKilled(portal, order, expected)
  // Leases end after seconds. The tests of several killed requests may take longer.
  if (order.requests) {
    for (const table of ['checkout_attempts', 'refunds'])
      await portal.owner.query(`update ${table} set lease_until = now() + interval '1 hour' where lease_until > now()`)
  }
  return output
}

function runUntilKilled({ owner, pool, ports }: TestPortal, order: Order, expected: string): Promise<string> {
  const complete: KilledPortalOrder = { ownerUrl: urlOf(owner), appUrl: urlOf(pool), secretKey: ports.secretKey, ...order }
  const child = fork(new URL('./killed-portal.ts', import.meta.url), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'], execArgv: [] })
  let output = ''
  let stopped = false
  const killWhenReady = () => {
    if (stopped && output.includes(expected)) child.kill('SIGKILL')
  }
  const addOutput = (chunk: Buffer) => {
    output += chunk
    killWhenReady()
  }
  child.stdout?.on('data', addOutput)
  child.stderr?.on('data', addOutput)
  child.send(complete)
  return new Promise((resolve, reject) => {
    child.once('message', () => {
      stopped = true
      killWhenReady()
    })
    child.once('close', (code) =>
      stopped ? resolve(output) : reject(new Error(`The portal ended by itself (${code}): ${output}`)),
    )
  })
}
