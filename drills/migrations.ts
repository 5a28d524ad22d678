/** Kills `portal migrate` at moments spread over its run, and starts it again at once. Then starts two at the same time. */
import { setTimeout as pause } from 'node:timers/promises'
import { openPool } from '../apps/api/src/db/connection/pools.ts'
import { startPortalProcess } from '../apps/api/src/testing/portal-process.ts'
import type { Drill, DrillOptions, DrillResult } from './drill.ts'
import { type ConsoleResult, runConsole } from './harness/console.ts'
import { type DrillDatabase, startDatabase } from './harness/database.ts'
import { productionSettings } from './harness/portal.ts'

const KILLS = 20
/** Each pair of starts at the same time needs no kill, so fewer are enough. */
const PAIRS = 5
/** Much longer than an upgrade takes. */
const MIGRATE_MS = 120_000
const program = new URL('../apps/api/src/cli.ts', import.meta.url).pathname

/** Everything that migrations make. Two databases with the same migrations have the same text. */
const schemaQuery = `
  with own as (select oid from pg_namespace where nspname !~ '^pg_' and nspname <> 'information_schema')
  select md5(string_agg(line, e'\\n' order by line collate "C")) as schema from (
    select concat_ws(' ', 'class', oid::regclass, relkind, relrowsecurity, relforcerowsecurity, relacl) as line
      from pg_class where relnamespace in (select oid from own)
    union all
    select concat_ws(' ', 'function', oid::regprocedure, md5(coalesce(pg_get_function_sqlbody(oid), prosrc)), proacl) from pg_proc where pronamespace in (select oid from own)
    union all
    select concat_ws(' ', 'column', attrelid::regclass, attname, atttypid::regtype, attnotnull, attacl)
      from pg_attribute where attnum > 0 and attrelid in (select oid from pg_class where relnamespace in (select oid from own))
    union all
    select concat_ws(' ', 'trigger', tgrelid::regclass, tgname, tgenabled) from pg_trigger where not tgisinternal
    union all
    select concat_ws(' ', 'constraint', conrelid::regclass, conname) from pg_constraint where connamespace in (select oid from own)
    union all
    select concat_ws(' ', 'policy', polrelid::regclass, polname) from pg_policy
    union all
    select concat_ws(' ', 'ran', name, checksum) from public.schema_migrations
  ) made`

const isMigrating = `select 1 from pg_locks l join pg_database d on d.oid = l.database
  where d.datname = $1 and l.locktype = 'advisory' and l.granted`

const onDatabase = (url: string, name: string) => {
  const changed = new URL(url)
  changed.pathname = `/${name}`
  return changed.href
}

/** A new database for each round, on the PostgreSQL of the drill. */
class Rounds {
  #made = 0
  readonly #options: DrillOptions
  readonly #server: DrillDatabase
  constructor(options: DrillOptions, server: DrillDatabase) {
    this.#options = options
    this.#server = server
  }

  async begin() {
    const name = `round_${++this.#made}`
    await this.#server.superuser.query(`create database ${name} owner drill_owner template template0`)
    const { ownerUrl, ...rest } = this.#server
    const appUrl = `postgres://vialdesk_app_${name}@127.0.0.1:${rest.port}/${name}`
    return { name, settings: productionSettings({ ...rest, appUrl, ownerUrl: onDatabase(ownerUrl, name) }) }
  }

  migrate = (settings: Record<string, string>): Promise<ConsoleResult> => runConsole(this.#options.resources, settings, 'migrate')

  /** Resolves when the migrations begin, or end. */
  async wait(name: string, begins: boolean, hasEnded: () => boolean = () => false): Promise<void> {
    const until = performance.now() + MIGRATE_MS
    while ((await this.isMigrating(name)) !== begins && !hasEnded()) {
      if (performance.now() > until) throw new Error(`An upgrade does not ${begins ? 'begin' : 'end'}`)
      await pause(1)
    }
  }

  isMigrating = async (name: string) => (await this.#server.superuser.query(isMigrating, [name])).rowCount !== 0

  async schemaOf(name: string): Promise<string> {
    const { connectionString } = this.#server.superuser.options
    const pool = openPool(onDatabase(`${connectionString}`, name), { max: 1 })
    try {
      return (await pool.query<{ schema: string }>(schemaQuery)).rows[0]?.schema ?? ''
    } catch (error) {
      return (error as Error).message
    } finally {
      await pool.end()
    }
  }
}

/** The schema and the time in milliseconds of an upgrade that nobody disturbs. */
async function measure(rounds: Rounds) {
  const { name, settings } = await rounds.begin()
  const running = rounds.migrate(settings)
  await rounds.wait(name, true)
  const began = performance.now()
  await rounds.wait(name, false)
  const milliseconds = performance.now() - began
  const { exitCode, output } = await running
  if (exitCode !== 0) throw new Error(`An undisturbed upgrade failed: ${output}`)
  return { schema: await rounds.schemaOf(name), milliseconds }
}

/** Kills an upgrade that many milliseconds after its beginning, and runs it again at once. */
async function killOne(rounds: Rounds, { resources }: DrillOptions, afterMs: number) {
  const { name, settings } = await rounds.begin()
  const killed = startPortalProcess(settings, 'pipe', [program, 'migrate'])
  resources.add(() => killed.child.kill('SIGKILL'))
  await rounds.wait(name, true, () => killed.child.exitCode !== null || killed.child.signalCode !== null)
  await pause(afterMs)
  const wasMigrating = await rounds.isMigrating(name)
  await killed.stop('SIGKILL')
  const began = performance.now()
  const again = await rounds.migrate(settings)
  return { name, wasMigrating, again, milliseconds: performance.now() - began }
}

async function run(options: DrillOptions): Promise<DrillResult> {
  const rounds = new Rounds(options, await startDatabase(options.resources))
  const { schema, milliseconds } = await measure(rounds)
  const kills = options.count ?? KILLS
  const failures: string[] = []
  let hits = 0
  let lost = 0
  let longest = 0
  for (let n = 0; n < kills; n++) {
    const round = await killOne(rounds, options, (milliseconds * n) / kills)
    if (round.wasMigrating) hits++
    longest = Math.max(longest, round.milliseconds)
    const isWhole = round.again.exitCode === 0 && (await rounds.schemaOf(round.name)) === schema
    if (!isWhole) lost++
    if (!isWhole) failures.push(`After kill ${n + 1} the upgrade is not whole: ${round.again.output}`)
  }
  options.say(`${kills} upgrades were killed, ${hits} of them in their transaction`)
  for (let n = 0; n < PAIRS; n++) {
    const { name, settings } = await rounds.begin()
    for (const { exitCode, output } of await Promise.all([rounds.migrate(settings), rounds.migrate(settings)]))
      if (exitCode !== 0) failures.push(`One of two upgrades at the same time failed: ${output}`)
    if ((await rounds.schemaOf(name)) !== schema) failures.push('Two upgrades at the same time made another schema')
  }
  if (hits < kills / 4) failures.push(`Only ${hits} of ${kills} kills hit an upgrade in its transaction`)
  const notes = [
    `${hits} of ${kills} kills hit the transaction of an upgrade, which takes ${milliseconds.toFixed(0)} ms undisturbed`,
    `the upgrade that was started again took at most ${(longest / 1000).toFixed(1)} s`,
    `${PAIRS} pairs of upgrades ran at the same time`,
  ]
  return { count: hits, lost, doubled: 0, notes, failures }
}

export const migrations: Drill = {
  name: 'migrations',
  title: 'kill an upgrade in the middle of its migrations, and start it again; start two at once',
  run,
}
