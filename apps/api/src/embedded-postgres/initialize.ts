/**
 * Creates an empty cluster in a temporary folder and moves it when complete, so that a killed first start leaves no half
 * cluster.
 */
import { spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import type { Binaries } from './binaries.ts'
import type { Invoker, RunAs } from './run-unprivileged.ts'

export const SUPERUSER = 'postgres'

interface ClusterSetup {
  binaries: Binaries
  invoker: Invoker
  runAs: RunAs | undefined
  clusterDir: string
  password: string
  durable: boolean
}

function run(invocation: ReturnType<Invoker['wrap']>): Promise<void> {
  const { command, args, identity } = invocation
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...identity,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    const output: string[] = []
    child.stderr.setEncoding('utf8').on('data', (text: string) => output.push(text))
    child.once('error', (error) => reject(new StartFailure(`PostgreSQL could not be set up (${error.message}).`)))
    child.once('close', (code) =>
      code === 0 ? resolve() : reject(new StartFailure(`PostgreSQL could not be set up: ${lastLine(output.join(''))}`)),
    )
  })
}

const lastLine = (text: string) =>
  text
    .trim()
    .split('\n')
    .findLast((line) => /error|fatal|failed|could not/i.test(line)) ?? text.trim()

/** Creates a cluster, or checks that the existing one fits the programs. Throws StartFailure. */
export async function ensureCluster({ binaries, invoker, runAs, clusterDir, password, durable }: ClusterSetup): Promise<void> {
  const version = path.join(clusterDir, 'PG_VERSION')
  if (existsSync(version)) {
    const major = readFileSync(version, 'utf8').trim()
    if (major !== binaries.major)
      throw new StartFailure(
        `The data in ${clusterDir} belongs to PostgreSQL ${major}, but this portal contains PostgreSQL ${binaries.major}. Migrate the data with a dump (docs/operate/backup.md).`,
      )
    return
  }
  const fresh = `${clusterDir}.new`
  const passwordFile = `${clusterDir}.pw`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (runAs) for (const target of [fresh, passwordFile]) chownSync(target, runAs.uid, runAs.gid)
  const locale = ['-E', 'UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  try {
    await run(
      invoker.wrap(
        binaries.initdb,
        [
          '-D',
          fresh,
          '-U',
          SUPERUSER,
          '-A',
          'scram-sha-256',
          `--pwfile=${passwordFile}`,
          ...locale,
          ...(durable ? [] : ['--no-sync']),
        ],
        true,
      ),
    )
    renameSync(fresh, clusterDir)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}
