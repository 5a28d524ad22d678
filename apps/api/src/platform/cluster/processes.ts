/** What the operating system says about other processes: a number alone proves nothing, because numbers are used again. */
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

export interface RunningProcess {
  /** Differs between two processes that had the same number one after the other. */
  started: string
  /** The program, then its arguments. */
  args: string[]
}

export interface NumberedProcess extends RunningProcess {
  pid: number
}

function readLinuxProcess(pid: number): RunningProcess | undefined {
  try {
    // The name in parentheses may hold spaces and parentheses itself, so fields are counted from the last one.
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

/** `ps` joins arguments by spaces, which paths may hold, too: only around options of one letter are they told apart. */
const argsOf = (command: string) => command.split(/ (?=-[A-Za-z] )|(?<= -[A-Za-z]) /)

function askPs(pid: number): RunningProcess | undefined {
  try {
    const ps = (column: string) => execFileSync('ps', ['-p', String(pid), '-o', `${column}=`], { encoding: 'utf8' }).trim()
    return ps('stat').startsWith('Z') ? undefined : { started: ps('lstart'), args: argsOf(ps('command')) }
  } catch {
    return undefined
  }
}

/** The live process of that number; undefined when there is none or only a zombie is left of it. */
export const findProcess = (pid: number): RunningProcess | undefined =>
  process.platform === 'linux' ? readLinuxProcess(pid) : askPs(pid)

const parentOf = (pid: number): number | undefined => {
  try {
    // After the name in parentheses: the state, then the parent.
    return Number(
      readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')[1],
    )
  } catch {
    return undefined
  }
}

function numbersOfChildren(parent: number): number[] {
  if (process.platform === 'linux')
    return readdirSync('/proc')
      .map(Number)
      .filter((pid) => pid > 0 && parentOf(pid) === parent)
  const lines = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')
  return lines.map((line) => line.trim().split(/\s+/).map(Number)).flatMap(([pid = 0, ppid]) => (ppid === parent ? [pid] : []))
}

/** The live processes that this one has started. */
export const childrenOf = (parent: number): NumberedProcess[] =>
  numbersOfChildren(parent).flatMap((pid) => {
    const found = findProcess(pid)
    return found ? [{ pid, ...found }] : []
  })
