/** Starts the servers to measure, each as its own process, as in production. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

export interface RunningServer {
  url: string
  /** Resident memory in MB. Undefined on systems without /proc. */
  memory(): number | undefined
  stop(): Promise<void>
}

const START_MS = 60_000

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  const until = performance.now() + START_MS
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server at ${url} exited with code ${child.exitCode}`)
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    await answer?.arrayBuffer()
    if (answer?.ok) return
    if (performance.now() > until) throw new Error(`The server at ${url} is not ready after ${START_MS / 1000} s`)
    await pause(100)
  }
}

function memoryOf(pid: number | undefined): number | undefined {
  try {
    const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
  } catch {
    return undefined
  }
}

async function start(script: string, env: (port: number) => Record<string, string>, ended = () => {}): Promise<RunningServer> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const file = fileURLToPath(new URL(script, import.meta.url))
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, [file], {
    env: { PATH, HOME, PORT: String(port), ...env(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      const exit = once(child, 'exit')
      child.kill('SIGTERM')
      await exit
    }
    ended()
  }
  try {
    await waitUntilReady(url, child)
  } catch (error) {
    await stop()
    throw error
  }
  return { url, memory: () => memoryOf(child.pid), stop }
}

/** The portal with production settings. RATE_LIMIT_FACTOR makes the rate limits too high to matter. */
export function startPortal(databaseUrl: string): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-portal-'))
  const settings = {
    NODE_ENV: 'production',
    ALLOW_SIMULATION: 'payments,carrier,signing',
    HOST: '127.0.0.1',
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    SECRET_KEY: 'only measurements are made with this key',
    LOG_LEVEL: 'warn',
    DEMO: 'off',
    RATE_LIMIT_FACTOR: '1000000',
  }
  return start(
    '../apps/api/src/main.ts',
    () => settings,
    () => rmSync(folder, { recursive: true, force: true }),
  )
}

/** The portal with the demo and its own PostgreSQL, at localhost: the demo is a domain of this host. */
export async function startDemo(): Promise<RunningServer> {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-bench-demo-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  const settings = { DATA_DIR: path.join(folder, 'data'), DEMO: 'on', LOG_LEVEL: 'warn', RATE_LIMIT_FACTOR: '1000' }
  const running = await start(
    '../apps/api/src/main.ts',
    () => settings,
    () => rmSync(folder, { recursive: true, force: true }),
  )
  return { ...running, url: running.url.replace('127.0.0.1', 'localhost') }
}

/** The baseline server, with which the portal is compared. */
export const startBaseline = (databaseUrl: string): Promise<RunningServer> =>
  start('./baseline-server.ts', () => ({ DATABASE_URL: databaseUrl }))
