/** `npm run drill -- <name>|all [--count N]`: runs drills one after the other and prints one table. docs/operate/drills.md. */
import { parseArgs } from 'node:util'
import type { Drill } from './drill.ts'
import { drills } from './drills.ts'
import { runDrill } from './harness/run-drill.ts'
import { exitCodeOf, type FinishedDrill, tableOf } from './harness/table.ts'

const usage = () =>
  [
    'npm run drill -- <name>… | all [--count N]',
    '',
    ...drills.map(({ name, title }) => `  ${name.padEnd(Math.max(...drills.map((each) => each.name.length)))}  ${title}`),
  ].join('\n')

interface Order {
  wanted: Drill[]
  count: number | undefined
}

/** Undefined if the arguments do not name drills. */
function readOrder(args: string[]): Order | undefined {
  const { values, positionals } = parseArgs({ args, options: { count: { type: 'string' } }, allowPositionals: true })
  const count = values.count === undefined ? undefined : Number(values.count)
  if (count !== undefined && !(Number.isInteger(count) && count > 0)) throw new Error('--count must be a whole number above 0')
  if (positionals.length === 1 && positionals[0] === 'all') return { wanted: drills, count }
  const wanted = positionals.flatMap((name) => drills.find((drill) => drill.name === name) ?? [])
  return positionals.length > 0 && wanted.length === positionals.length ? { wanted, count } : undefined
}

const finished: FinishedDrill[] = []
/** Stops the drill that runs now. */
let stop = (_reason: unknown) => {}

let interrupted: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted ??= signal
    stop(new Error(`The drill was interrupted by ${signal}`))
  })

/** Node would end without a table and without cleaning up. */
let hasUncaught = false
for (const event of ['uncaughtException', 'unhandledRejection'] as const)
  process.on(event, (error: unknown) => {
    hasUncaught = true
    console.error(`Nothing caught this error of a drill:`, error)
    stop(error)
  })

async function main(): Promise<void> {
  const order = readOrder(process.argv.slice(2))
  if (order === undefined) {
    console.log(usage())
    process.exitCode = 1
    return
  }
  for (const drill of order.wanted) {
    if (interrupted !== undefined) break
    const stopped = Promise.withResolvers<never>()
    stopped.promise.catch(() => {})
    stop = stopped.reject
    finished.push(await runDrill(drill, order.count, stopped.promise))
  }
  console.log(`\n${tableOf(finished)}`)
  process.exitCode = interrupted !== undefined ? 130 : hasUncaught ? 1 : exitCodeOf(finished)
}

await main()
process.exit()
