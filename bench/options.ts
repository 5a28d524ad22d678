/** The options of the command line. */
import { parseArgs } from 'node:util'

export interface Size {
  users: number
  transactions: number
}

export interface Options {
  small: Size
  large: Size
  /** Number of measurements of each case on each server. */
  rounds: number
  /** Duration of one measurement. */
  seconds: number
  connections: number
  /** Folder of the databases. Undefined: a temporary folder, removed at the end unless `keep` is set. */
  data: string | undefined
  keep: boolean
  /** Only cases, or pages, whose name contains this text. */
  only: string
  /** Loads pages in a browser and measures nothing else. */
  pages: boolean
}

export const usage = `npm run bench -- [options]
  --quick            short test run: tiny databases, one short round
  --data <folder>    create the databases in this folder, or reuse them
  --keep             keep the temporary databases and print their folder
  --pages            load the login and dashboards in a browser, and nothing else
  --only <text>      only the case of this name, else cases or pages whose name contains this text
  --rounds <n>       measurements per case and server (5), or loads of a page (3)
  --seconds <n>      duration of a measurement (1.2)
  --connections <n>  concurrent connections (16)`

function positiveNumber(name: string, text: string | undefined, defaultValue: number): number {
  const value = text === undefined ? defaultValue : Number(text)
  if (!(value > 0)) throw new Error(`--${name} must be a number above 0, not "${text}".`)
  return value
}

/** Undefined with --help. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      pages: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { quick, pages, only, data, keep } = values
  const usualRounds = pages ? 3 : 5
  return {
    small: quick ? { users: 300, transactions: 1000 } : { users: 2000, transactions: 10_000 },
    large: quick ? { users: 2000, transactions: 10_000 } : { users: 200_000, transactions: 1_000_000 },
    rounds: positiveNumber('rounds', values.rounds, quick ? 1 : usualRounds),
    seconds: positiveNumber('seconds', values.seconds, quick ? 0.4 : 1.2),
    connections: positiveNumber('connections', values.connections, 16),
    data,
    keep,
    only,
    pages,
  }
}
