/**
 * PostgreSQL refuses to run as root. If root starts the portal, PostgreSQL runs as the user `postgres` or `nobody`. If that
 * user cannot enter a parent folder, PostgreSQL gets the one capability that allows it, and nothing else.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

export interface RunAs {
  uid: number
  gid: number
}

/** The user to run PostgreSQL as; undefined if this process is not root, so that PostgreSQL runs as the same user. */
export function findUserToRunAs(): RunAs | undefined {
  if (process.getuid?.() !== 0) return undefined
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  if (!user)
    throw new StartFailure(
      'PostgreSQL refuses to run as root, and this machine has neither a user "postgres" nor "nobody" to run it as.',
    )
  return { uid: Number(user[2]), gid: Number(user[3]) }
}

/** The parent folders of a path, from the nearest to the root. */
function parentsOf(target: string): string[] {
  const parent = path.dirname(path.resolve(target))
  return parent === path.dirname(parent) ? [parent] : [parent, ...parentsOf(parent)]
}

const closedToOthers = (folder: string) => (statSync(folder).mode & 0o001) === 0

/** The capability with which a child process may enter closed folders. Docker's default set contains only dac_override. */
function passingCapability(): string {
  const bounding = BigInt(`0x${/^CapBnd:\s*([0-9a-f]+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0'}`)
  if (bounding & 4n) return 'dac_read_search'
  if (bounding & 2n) return 'dac_override'
  throw new StartFailure(
    'PostgreSQL cannot be started by root from a folder that only root may enter: open the folder, or start the portal as an ordinary user.',
  )
}

/** Slim images may have no setpriv, and busybox has one with fewer options. */
const canSetpriv = () =>
  process.platform === 'linux' && spawnSync('setpriv', ['--pdeathsig=INT', '--', 'true'], { stdio: 'ignore' }).status === 0

export interface Invocation {
  command: string
  args: string[]
  /** Options for spawn, needed only without setpriv. */
  identity: Partial<RunAs>
}

export interface Invoker {
  /**
   * Wraps a program so that it runs as the right user. With `endsWithParent`, the kernel sends it SIGINT when this process
   * dies, even by SIGKILL.
   */
  wrap(program: string, args: string[], endsWithParent: boolean): Invocation
}

/** Prepares to run PostgreSQL with these paths (its program and its data folder). Checks once what the machine allows. */
export function prepareInvoker(runAs: RunAs | undefined, paths: string[]): Invoker {
  const closed = runAs !== undefined && paths.flatMap(parentsOf).some(closedToOthers)
  if (!canSetpriv()) {
    if (closed)
      throw new StartFailure(
        'PostgreSQL cannot be started by root from a folder that only root may enter without the program setpriv (package util-linux).',
      )
    return { wrap: (command, args) => ({ command, args, identity: runAs ?? {} }) }
  }
  const user = runAs ? [`--reuid=${runAs.uid}`, `--regid=${runAs.gid}`, '--clear-groups'] : []
  // Without no_setuid_fixup, access(2) in initdb would ignore the capability.
  const pass = closed
    ? ['--securebits=+no_setuid_fixup', `--inh-caps=+${passingCapability()}`, `--ambient-caps=+${passingCapability()}`]
    : []
  return {
    wrap(program, args, endsWithParent) {
      const options = [...user, ...pass, ...(endsWithParent ? ['--pdeathsig=INT'] : [])]
      return options.length === 0
        ? { command: program, args, identity: {} }
        : { command: 'setpriv', args: [...options, '--', program, ...args], identity: {} }
    },
  }
}
