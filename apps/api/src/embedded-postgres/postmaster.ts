/** Starts the postgres program, waits until it is ready, and stops it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { endPostmaster, type StopTimeouts } from './end-postmaster.ts'
import { findProcess } from './processes.ts'
import type { Invocation } from './run-unprivileged.ts'

/** A retry may succeed: the port was taken meanwhile, or processes of a killed postmaster are still ending. */
export class TransientStartFailure extends StartFailure {
  override name = 'PassingTrouble'
}

const READY = /ready to accept (read-only )?connections/
const TRANSIENT = /could not bind|could not create any TCP\/IP sockets|pre-existing shared memory block/

/** Returns a TCP port of the loopback address that is free at this moment. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('the system assigned no port')),
      )
    })
  })
}

function explainFailure(output: string, code: number | null): Error {
  const line = output.split('\n').find((text) => /FATAL|PANIC|setpriv:|error while loading/.test(text))
  const sentence = `PostgreSQL did not start: ${line?.replace(/^.*?(FATAL|PANIC):\s*/, '') ?? `it ended with code ${code}`}.`
  return TRANSIENT.test(output) ? new TransientStartFailure(sentence) : new StartFailure(sentence)
}

function waitUntilReady(child: ChildProcess, log: (line: string) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = ''
    let ready = false
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\n').filter(Boolean)) log(line)
      if (ready) return
      output += text
      if (!READY.test(output)) return
      ready = true
      resolve()
    })
    child.once('error', (error) => reject(new StartFailure(`PostgreSQL could not be started (${error.message}).`)))
    child.once('close', (code) => reject(explainFailure(output, code)))
  })
}

async function endChild({ pid, exitCode, signalCode }: ChildProcess, timeouts?: Partial<StopTimeouts>): Promise<void> {
  // The process id of an ended child may belong to another program now.
  if (pid === undefined || exitCode !== null || signalCode !== null) return
  const found = findProcess(pid)
  if (found && !(await endPostmaster({ pid, ...found }, timeouts)))
    throw new StartFailure(`PostgreSQL (process ${pid}) cannot be stopped. Restart the machine.`)
}

/**
 * Starts postgres and resolves when it accepts connections. Throws StartFailure, or TransientStartFailure if a retry may
 * succeed.
 */
export async function startPostmaster(
  { command, args, identity }: Invocation,
  log: (line: string) => void,
  timeouts?: Partial<StopTimeouts>,
) {
  const child = spawn(command, args, {
    ...identity,
    cwd: '/',
    env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'ignore', 'pipe'],
    // A separate process group: Ctrl-C must reach only the portal, which stops the database last.
    detached: true,
  })
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve())
    child.once('error', () => resolve())
  })
  await waitUntilReady(child, log)
  return {
    /** Resolves when the process has ended for any reason. */
    ended,
    /** Throws StartFailure if the system cannot end the process. */
    async stop() {
      await endChild(child, timeouts)
      await ended
    },
  }
}
