/** Programs of Debian that some drills need. A drill installs nothing: without them it does not run, and says which are missing. */
import { execFileSync, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Resources } from './resources.ts'

const FOLDERS = [...(process.env.PATH ?? '').split(':'), '/usr/sbin', '/usr/bin', '/usr/lib']

/** Packages by the program, or its path below /usr/lib, that they are needed for. */
const PACKAGES = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  // Patroni's way to etcd.
  'python3/dist-packages/etcd': 'python3-etcd',
  'postgresql/15/bin/postgres': 'postgresql-15',
  'python3/dist-packages/swift': 'python3-swift',
  exim4: 'exim4-daemon-light',
  unbound: 'unbound',
} as const
export type Program = keyof typeof PACKAGES

export const findProgram = (name: string): string | undefined =>
  FOLDERS.map((folder) => path.join(folder, name)).find((file) => existsSync(file))

/** Why the drill cannot run here. Empty if all programs are installed. */
export function missingPrograms(...names: Program[]): string[] {
  const missing = names.filter((name) => findProgram(name) === undefined).map((name) => PACKAGES[name])
  if (missing.length === 0) return []
  return [`it needs programs of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`]
}

/** The version of the package of an installed program. */
export const versionOf = (name: Program): string =>
  execFileSync(`${findProgram('dpkg-query')}`, ['--show', PACKAGES[name]], { encoding: 'utf8' })
    .split('\t')[1]
    ?.trim() ?? ''

export type RunningProgram = ReturnType<typeof runProgram>

/** Runs a program until the end of the drill. */
export function runProgram(resources: Resources, program: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '' } = process.env
  const child = spawn(program, args, { env: { PATH, ...env }, stdio: ['ignore', 'pipe', 'pipe'] })
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (more: string) => {
      text = (text + more).slice(-100_000)
    })
  const ended = new Promise<void>((resolve) => {
    // A server that the program has started may keep its output open for longer.
    child.once('exit', () => resolve())
    child.once('error', (error) => {
      text += error.message
      resolve()
    })
  })
  const running = {
    output: () => text,
    ended,
    async kill(signal: NodeJS.Signals) {
      child.kill(signal)
      await ended
    },
  }
  resources.add(() => running.kill('SIGKILL'))
  return running
}
