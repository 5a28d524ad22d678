/** `npm run drill -- <name>|all [--count N]`: runs drills one after the other and prints one table. docs/operate/drills.md. */
import { parseArgs } from 'node:util'
import type { Drill, DrillResult } from './drill.ts'
import { drills } from './drills.ts'
import { findLeftovers } from './harness/leftovers.ts'
import { Resources } from './harness/resources.ts'
import { type FinishedDrill, tableOf } from './harness/table.ts'

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
const interruption = Promise.withResolvers<never>()
interruption.promise.catch(() => {})

const failed = (error: unknown): DrillResult => ({
  ...{ count: 0, lost: 0, doubled: 0, notes: [] },
  failures: [error instanceof Error ? error.message : String(error)],
})

/** How long an interrupted drill gets to notice that its processes have ended. */
const SETTLE_MS = 15_000

/** Runs one drill to its end or to the interruption, and removes all that it made. */
async function runDrill(drill: Drill, count: number | undefined): Promise<void> {
  const began = performance.now()
  const secondsSince = () => (performance.now() - began) / 1000
  const resources = new Resources()
  const say = (line: string) => console.log(`[${secondsSince().toFixed(0).padStart(4)} s] ${line}`)
  console.log(`\n${drill.name}: ${drill.title}`)
  const running = drill.run({ count, say, resources })
  const result = await Promise.race([running, interruption.promise]).catch(failed)
  const uncleaned = await resources.close()
  // An interrupted drill may have started something at the same moment.
  await Promise.race([running.catch(() => {}), new Promise((resolve) => setTimeout(resolve, SETTLE_MS).unref())])
  uncleaned.push(...(await resources.close()), ...(await findLeftovers(resources.folders)))
  finished.push({ ...result, name: drill.name, seconds: secondsSince(), failures: [...result.failures, ...uncleaned] })
}

let interrupted: NodeJS.Signals | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    interrupted ??= signal
    interruption.reject(new Error(`The drill was interrupted by ${signal}`))
  })

async function main(): Promise<void> {
  const order = readOrder(process.argv.slice(2))
  if (order === undefined) {
    console.log(usage())
    process.exitCode = 1
    return
  }
  for (const drill of order.wanted) if (interrupted === undefined) await runDrill(drill, order.count)
  console.log(`\n${tableOf(finished)}`)
  if (interrupted !== undefined) process.exitCode = 130
  else if (finished.some(({ failures }) => failures.length > 0)) process.exitCode = 1
}

await main()
process.exit()
