/**
 * Compares a table of the portal with the same table divided by month: `node bench/partitions.ts --table audit --rows 20000000`. A separate
 * PostgreSQL runs in a temporary folder. Plan 800 bytes of disk for a row of the audit, 2 KB for a sale. docs/operate/scale.md has results.
 */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { migrate } from '../apps/api/src/db/migrate.ts'
import { startCluster } from '../apps/api/src/embedded-postgres/cluster.ts'
import { fill, measureDeletion, measureExport, measureInserts, measurePage } from './partitions/measure.ts'
import { auditPages, type Page, salesPages } from './partitions/pages.ts'
import { type Subject, subjects } from './partitions/subjects.ts'
import { COPY, type Kind, makeCopy, makeIndexes, readBrokenKeys } from './partitions/tables.ts'

const { values: given } = parseArgs({
  options: {
    table: { type: 'string', default: 'audit' },
    rows: { type: 'string', default: '1000000' },
    months: { type: 'string', default: '24' },
    folder: { type: 'string', default: tmpdir() },
  },
})
const months = Number(given.months)
const rowCount = Number(given.rows)
const pages: Record<string, (kind: Kind) => Page[]> = {
  audit: (kind) => auditPages(months, kind),
  sales: () => salesPages(months),
}

type Result = Record<string, string>

async function sizeOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ bytes: number }>(
    `select sum(pg_total_relation_size(c.oid))::float8 as bytes from pg_class c
     where c.relnamespace = 'experiment'::regnamespace and c.relkind = 'r'`,
  )
  return rows[0]?.bytes ?? 0
}

async function measure(client: pg.Client, subject: Subject, kind: Kind): Promise<Result> {
  const say = (line: string) => console.log(`${kind}: ${line}`)
  await makeCopy(client, subject, kind, months)
  const filled = await fill(client, subject, months, rowCount)
  say(`filled in ${filled.toFixed(0)} s`)
  const began = performance.now()
  await makeIndexes(client, subject, kind)
  await client.query(`vacuum analyze ${COPY}`)
  await client.query('checkpoint')
  say(`indexes in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const result: Result = { 'bytes per row': ((await sizeOf(client)) / rowCount).toFixed(0) }
  result['inserts per second'] = (await measureInserts(client, subject, months, rowCount)).toFixed(0)
  for (const page of pages[given.table]?.(kind) ?? []) {
    const { middle, slowest } = await measurePage(client, page, rowCount)
    result[`${page.name}, ms`] = `${middle.toFixed(2)} (${slowest.toFixed(1)})`
  }
  result['export, rows per second'] = (await measureExport(client, subject, months)).toFixed(0)
  const { took, walMb } = await measureDeletion(client, subject, kind)
  result['deletion of a month'] = `${took.toFixed(2)} s, ${walMb} MB of log`
  say(JSON.stringify(result))
  return result
}

/** Each copy has a connection of its own, because prepared statements have the names of the pages. */
async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(`set maintenance_work_mem = '1GB'`)
    return await work(client)
  } finally {
    await client.end()
  }
}

async function run(subject: Subject, url: string): Promise<void> {
  await migrate(url)
  const broken = await withClient(url, (client) => readBrokenKeys(client, subject))
  console.log(`Unique keys without ${subject.column}: ${broken.unique.map((key) => `(${key})`).join(', ') || 'none'}`)
  console.log(`Foreign keys of other tables: ${broken.foreign.join(', ') || 'none'}`)
  const plain = await withClient(url, (client) => measure(client, subject, 'plain'))
  const divided = await withClient(url, (client) => measure(client, subject, 'by month'))
  console.log(`\n| ${rowCount.toLocaleString('en')} rows, ${months} months | plain | by month |\n|---|---|---|`)
  for (const [name, value] of Object.entries(plain)) console.log(`| ${name} | ${value} | ${divided[name]} |`)
}

const subject = subjects[given.table]
if (subject === undefined || !(months >= 3) || !(rowCount >= 1000))
  throw new Error('--table is audit or sales, --months 3 or more, --rows 1000 or more.')
const folder = mkdtempSync(path.join(given.folder, 'vialdesk-partitions-'))
// PostgreSQL does not run as root. Its own user needs access to the folder.
chmodSync(folder, 0o711)
const cluster = await startCluster({ dataDir: folder })
try {
  await run(subject, cluster.urlOf('postgres'))
} finally {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
