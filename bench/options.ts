/** What the command line asks for. */
import { parseArgs } from 'node:util'

export interface Size {
  users: number
  transactions: number
}

export interface Options {
  small: Size
  large: Size
  /** Each case is measured so often on each server, in turn. */
  rounds: number
  /** Seconds that one measurement takes. */
  seconds: number
  connections: number
  /** Where the databases stay; a folder that is removed afterwards when there is none. */
  data: string | undefined
  keep: boolean
  /** Only the cases whose name has this in it. */
  only: string
}

export const usage = `npm run bench -- [options]
  --quick            a smoke run: tiny databases, one short round
  --data <folder>    keep the databases there, and use them again when they are there
  --keep             keep the databases in the temporary folder and say where
  --only <words>     only the cases whose name has these words in it
  --rounds <n>       measurements of each case and server (5)
  --seconds <n>      how long each takes (1.2)
  --connections <n>  how many callers at once (16)`

function above0(name: string, given: string | undefined, otherwise: number): number {
  const value = given === undefined ? otherwise : Number(given)
  if (!(value > 0)) throw new Error(`--${name} is a number above 0, not "${given}".`)
  return value
}

/** Undefined when only the usage was asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      data: { type: 'string' },
      keep: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      connections: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) return undefined
  const { quick } = values
  return {
    small: quick ? { users: 300, transactions: 1000 } : { users: 2000, transactions: 10_000 },
    large: quick ? { users: 2000, transactions: 10_000 } : { users: 200_000, transactions: 1_000_000 },
    rounds: above0('rounds', values.rounds, quick ? 1 : 5),
    seconds: above0('seconds', values.seconds, quick ? 0.4 : 1.2),
    connections: above0('connections', values.connections, 16),
    data: values.data,
    keep: values.keep,
    only: values.only,
  }
}
