/** Measures one copy: filling, inserts, pages, an export of a month, and the deletion of the oldest month. */
import type pg from 'pg'
import { median } from '../report.ts'
import type { Page } from './pages.ts'
import type { Subject } from './subjects.ts'
import { COPY, type Kind, monthStart } from './tables.ts'

/** Rows of one statement of the filling, and of one transaction of the inserts. */
const CHUNK = 500_000
const BATCH = 50
const RUNS = 60
const EXPORT_ROWS = 1000

const seconds = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return (performance.now() - began) / 1000
}

export function fill(client: pg.Client, { fill: textOf }: Subject, months: number, rows: number): Promise<number> {
  const text = textOf(COPY, months)
  return seconds(async () => {
    for (let first = 0; first < rows; first += CHUNK) await client.query(text, [first, Math.min(rows, first + CHUNK) - 1, rows])
  })
}

/** Rows per second, in transactions of BATCH rows, into the newest month. The middle of three runs. */
export async function measureInserts(
  client: pg.Client,
  { fill: textOf }: Subject,
  months: number,
  rows: number,
): Promise<number> {
  const count = Math.min(20_000, rows / 20)
  const speeds: number[] = []
  let next = rows
  for (let run = 0; run < 3; run++) {
    const took = await seconds(async () => {
      const end = next + count
      for (; next < end; next += BATCH)
        await client.query({ name: 'insert', text: textOf(COPY, months), values: [next, next + BATCH - 1, rows] })
    })
    speeds.push(count / took)
  }
  return median(speeds)
}

/** A number that is the same in each run of the program, so that both kinds of table get the same questions. */
const drawn = (run: number, most: number) => 1 + Math.floor(((run * 0.618_033_988_75) % 1) * most)

/** Milliseconds of one page: the middle and the slowest of RUNS. */
export async function measurePage(client: pg.Client, { name, text, most }: Page, rows: number) {
  const times: number[] = []
  for (let run = 0; run < RUNS; run++) {
    const values = [drawn(run, most(rows))]
    const began = performance.now()
    await client.query({ name, text, values })
    times.push(performance.now() - began)
  }
  return { middle: median(times), slowest: Math.max(...times) }
}

/** Rows per second of an export of one month of the first domain, by pages of EXPORT_ROWS from the newest on, as the portal reads it. */
export async function measureExport(client: pg.Client, { column }: Subject, months: number): Promise<number> {
  const month = months >> 1
  const name = 'export'
  const text = `select * from ${COPY}
    where domain_id = 1 and ${column} >= '${monthStart(month)}' and ${column} < '${monthStart(month + 1)}' and (${column}, id) < ($1, $2)
    order by ${column} desc, id desc limit ${EXPORT_ROWS}`
  let count = 0
  const took = await seconds(async () => {
    for (let last: unknown[] = ['infinity', 0]; ; ) {
      const { rows } = await client.query({ name, text, values: last })
      count += rows.length
      const end = rows.at(-1)
      if (end === undefined || rows.length < EXPORT_ROWS) return
      last = [end[column], end.id]
    }
  })
  return count / took
}

async function walPosition(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ lsn: string }>('select pg_current_wal_lsn()::text as lsn')
  return rows[0]?.lsn ?? ''
}

/** Deletes the oldest month, with the space given back to other rows. */
export async function measureDeletion(client: pg.Client, { column }: Subject, kind: Kind) {
  const before = await walPosition(client)
  const took = await seconds(async () => {
    if (kind === 'plain') {
      await client.query(`delete from ${COPY} where ${column} < '${monthStart(1)}'`)
      await client.query(`vacuum ${COPY}`)
    } else {
      await client.query(`alter table ${COPY} detach partition experiment.month_0`)
      await client.query('drop table experiment.month_0')
    }
  })
  const { rows } = await client.query<{ mb: number }>(
    'select round(pg_wal_lsn_diff(pg_current_wal_lsn(), $1) / 1e6, 1)::float8 as mb',
    [before],
  )
  return { took, walMb: rows[0]?.mb ?? 0 }
}
