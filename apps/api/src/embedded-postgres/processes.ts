/** Finds processes of the operating system. A process id alone proves nothing, because ids are reused. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  /** The start time. It differs between two processes that had the same id. */
  started: string
  /** The program, then its arguments. */
  args: string[]
}

export interface ProcessWithId extends RunningProcess {
  pid: number
}

function readLinuxProcess(pid: number): RunningProcess | undefined {
  try {
    // The name in parentheses may contain spaces and parentheses, so fields are counted after the last parenthesis.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [state, started] = [fields[0], fields[19]]
    if (state === 'Z' || state === 'X' || started === undefined) return undefined
    return { started, args: readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').slice(0, -1) }
  } catch {
    return undefined
  }
}

/** `ps` joins arguments with spaces, which paths may contain too. Only around one-letter options can they be separated. */
const argsOf = (command: string) => command.split(/ (?=-[A-Za-z] )|(?<= -[A-Za-z]) /)

function askPs(pid: number): RunningProcess | undefined {
  try {
    const ps = (column: string) => execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim()
    return ps('stat').startsWith('Z') ? undefined : { started: ps('lstart'), args: argsOf(ps('command')) }
  } catch {
    return undefined
  }
}

/** The living process with this id; undefined if there is none or only a zombie. */
export const findProcess = (pid: number): RunningProcess | undefined =>
  process.platform === 'linux' ? readLinuxProcess(pid) : askPs(pid)

const parentOf = (pid: number): number | undefined => {
  try {
    // The fields after the name in parentheses are the state and the parent's id.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}

function childPids(parent: number): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent)
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number)).flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

/** The living child processes of a process. */
export const childrenOf = (parent: number): ProcessWithId[] =>
  childPids(parent).flatMap((pid) => {
    const found = findProcess(pid)
    return found ? [{ pid, ...found }] : []
  })
