/** `npm run drill -- <name>|all [--count N]`: runs drills one after the other and prints one table. docs/operate/drills.md. */
import { drills } from './drills.ts'
import { readOrder, usageOf } from './harness/order.ts'
import { runDrill } from './harness/run-drill.ts'
import { exitCodeOf, type FinishedDrill, tableOf } from './harness/table.ts'

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
  const order = readOrder(process.argv.slice(2), drills)
  if (order === undefined) {
    console.log(usageOf(drills))
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
