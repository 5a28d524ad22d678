/** A benchmark domain of any size, generated in the database by a few statements. It is the same in each run. */
import type pg from 'pg'
import type { Db } from '../../apps/api/src/db/db.ts'
import { insertInitialRows } from '../../apps/api/src/db/new-domain.ts'
import { inDomain } from '../../apps/api/src/db/transaction.ts'
import { hashPassword } from '../../apps/api/src/platform/crypto/passwords.ts'
import { createDomain } from '../../apps/api/src/testing/factories.ts'
import { insertDocuments, SALES_PER_DOCUMENT } from './documents.ts'
import { insertRequests, SALES_PER_REQUEST } from './requests.ts'
import { insertCoupons, insertSales } from './transactions.ts'
import { insertNonPatients, insertPatients } from './users.ts'

export interface ScaleOptions {
  /** A multiple of 100. */
  users: number
  transactions: number
  domain?: string
  /** Password of all users except patients, who have none. */
  password?: string
  /** The last day of sales. Today by default. */
  today?: string
  log?: (line: string) => void
}

export const SCALE_PASSWORD = 'scale-portal'

/** The first chunk is small and followed by `analyze`, because query plans for empty tables are slow for full ones. */
const FIRST_CHUNK = 1000
const OTHERS_CHUNK = 50_000
/** Small, because repeated updates of the same row in one transaction (vial counts, tallies) become slower each time. */
const PATIENTS_CHUNK = 5000
const SALES_CHUNK = 50_000
const REQUESTS_CHUNK = 10_000
const DOCUMENTS_CHUNK = 10_000
const WORD_INDEXES = ['users_by_words', 'transactions_by_words', 'label_requests_by_words', 'documents_by_words'] as const

/** Reserves `count` ids of a table, safe against concurrent inserts. The first reserved id is the returned one plus 1. */
async function reserveIds(
  owner: pg.Pool,
  domainId: number,
  table: 'users' | 'transactions' | 'label_requests' | 'documents',
  count: number,
): Promise<number> {
  const { rows } = await owner.query<{ base: number }>(
    `with last as (select nextval($1::regclass) as base)
     select base, setval($1::regclass, base + $2) from last`,
    [`ids.${table}_${domainId}`, count],
  )
  return Number(rows[0]?.base)
}

type Work = (first: number, last: number) => Promise<void>

async function inChunks(first: number, last: number, size: number, work: Work): Promise<void> {
  for (let from = first; from <= last; from += size) await work(from, Math.min(last, from + size - 1))
}

/** Runs a small first chunk and `analyze` (see FIRST_CHUNK), then the rest. */
async function afterFirst(owner: pg.Pool, first: number, last: number, work: Work, rest: (first: number) => Promise<void>) {
  const end = Math.min(last, first + FIRST_CHUNK - 1)
  await work(first, end)
  await runWithoutTimeout(owner, 'analyze')
  if (end < last) await rest(end + 1)
}

/** Runs the rest in two concurrent halves, which share no tally rows and so do not wait for each other. */
function inHalves(owner: pg.Pool, first: number, last: number, size: number, work: Work): Promise<void> {
  return afterFirst(owner, first, last, work, async (rest) => {
    const middle = rest + Math.floor((last - rest) / 2)
    await Promise.all([inChunks(rest, middle, size, work), inChunks(middle + 1, last, size, work)])
  })
}

async function runWithoutTimeout(owner: pg.Pool, text: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(text)
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

/** A transaction without a statement timeout. */
const inSeed = (owner: pg.Pool, domainId: number, work: (db: Db) => Promise<void>): Promise<void> =>
  inDomain(owner, domainId, async (db) => {
    await db.rows('set local statement_timeout = 0', [])
    await work(db)
  })

/** Buffers inserts into the word indexes (GIN fastupdate), which is faster. Turning it off flushes the buffer. */
async function bufferWordIndexes(owner: pg.Pool, on: boolean): Promise<void> {
  for (const index of WORD_INDEXES) {
    await owner.query(`alter index ${index} set (fastupdate = ${on ? 'on, gin_pending_list_limit = 65536' : 'off'})`)
    if (!on) {
      await owner.query(`alter index ${index} reset (gin_pending_list_limit)`)
      await runWithoutTimeout(owner, `select gin_clean_pending_list('${index}')`)
    }
  }
}

async function fill(owner: pg.Pool, domainId: number, options: ScaleOptions): Promise<void> {
  const { users, transactions, log = () => {} } = options
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  const passwordHash = await hashPassword(options.password ?? SCALE_PASSWORD)
  const base = await reserveIds(owner, domainId, 'users', users)
  const everyone = { base, total: users, passwordHash }
  const others: Work = (first, last) => inSeed(owner, domainId, (db) => insertNonPatients(db, { ...everyone, first, last }))
  await afterFirst(owner, 0, users - 1, others, (rest) => inChunks(rest, users - 1, OTHERS_CHUNK, others))
  let done = 0
  const logProgress = (first: number, last: number, rows: string) => {
    done += last - first + 1
    log(`${done} ${rows}`)
  }
  await inHalves(owner, 0, users - 1, PATIENTS_CHUNK, async (first, last) => {
    await inSeed(owner, domainId, (db) => insertPatients(db, { ...everyone, first, last }))
    logProgress(first, last, 'users')
  })
  const saleBase = await reserveIds(owner, domainId, 'transactions', transactions)
  done = 0
  await inHalves(owner, 1, transactions, SALES_CHUNK, async (first, last) => {
    await inSeed(owner, domainId, (db) => insertSales(db, { base, saleBase, users, first, last, total: transactions, today }))
    logProgress(first, last, 'transactions')
  })
  await inSeed(owner, domainId, insertCoupons)
  const requests = Math.floor(transactions / SALES_PER_REQUEST)
  const requestBase = await reserveIds(owner, domainId, 'label_requests', requests)
  const insertSome: Work = (first, last) =>
    inSeed(owner, domainId, (db) => insertRequests(db, { base, saleBase, requestBase, first, last, today }))
  // Not in halves: requests of both would be of the same patients, in another order, and could deadlock.
  await afterFirst(owner, 1, requests, insertSome, (rest) => inChunks(rest, requests, REQUESTS_CHUNK, insertSome))
  log(`${requests} label requests`)
  const documents = Math.floor(transactions / SALES_PER_DOCUMENT)
  const documentBase = await reserveIds(owner, domainId, 'documents', documents)
  await inHalves(owner, 1, documents, DOCUMENTS_CHUNK, (first, last) =>
    inSeed(owner, domainId, (db) => insertDocuments(db, { saleBase, documentBase, first, last })),
  )
  log(`${documents} documents`)
  const counter = { domain_id: domainId, last: transactions }
  await inDomain(owner, domainId, (db) => db.insertInto('invoice_counters').values(counter).execute())
}

/**
 * Creates the domain (`scale` by default) with users, transactions, label requests and documents, and returns its id. The admin is
 * `admin@scale.example`. `owner` is a pool of the table owner with at least two connections. Throws if the domain exists.
 */
export async function seedScale(owner: pg.Pool, options: ScaleOptions): Promise<number> {
  if (options.users < 100 || options.users % 100 !== 0) throw new RangeError('The number of users must be a multiple of 100')
  const identifier = options.domain ?? 'scale'
  const domainId = await createDomain(owner, { identifier, name: 'Scale', email_sender: 'portal@scale.example' })
  await inDomain(owner, domainId, insertInitialRows)
  await bufferWordIndexes(owner, true)
  try {
    await fill(owner, domainId, options)
  } finally {
    await bufferWordIndexes(owner, false)
  }
  options.log?.('running vacuum')
  await runWithoutTimeout(owner, 'vacuum (analyze)')
  return domainId
}
