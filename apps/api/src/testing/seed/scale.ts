/** A domain of any size, for measuring: made by the database from a few statements, and the same in each run. */
import type pg from 'pg'
import type { Db } from '#api/db/db.ts'
import { fillDomain } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import { hashPassword } from '#api/platform/passwords.ts'
import { aDomain } from '../factories.ts'
import { insertRequests, SALES_A_REQUEST } from './scale-requests.ts'
import { insertSales } from './scale-transactions.ts'
import { insertOthers, insertPatients } from './scale-users.ts'

export interface ScaleOptions {
  /** A multiple of 100. */
  users: number
  transactions: number
  domain?: string
  /** Of the admin and of everyone else who is no patient. */
  password?: string
  /** The last day of sales; today unless said otherwise. */
  today?: string
  log?: (line: string) => void
}

export const SCALE_PASSWORD = 'scale-portal'

/** The first chunk is small: what the database plans while its tables are empty is wrong as soon as they are not. */
const FIRST_CHUNK = 1000
const OTHERS_CHUNK = 50_000
/** Small: what one transaction changes again and again (the counts of vials, the tallies) grows slower each time. */
const PATIENTS_CHUNK = 5000
const SALES_CHUNK = 50_000
const REQUESTS_CHUNK = 10_000
const WORD_INDEXES = ['users_by_words', 'transactions_by_words', 'label_requests_by_words'] as const

/** Keeps that many ids of a table, whoever else inserts meanwhile; the first of them is the answer plus one. */
async function reserveIds(owner: pg.Pool, table: 'users' | 'transactions' | 'label_requests', count: number): Promise<number> {
  const { rows } = await owner.query<{ base: number }>(
    `with last as (select nextval(pg_get_serial_sequence($1, 'id')) as base)
     select base, setval(pg_get_serial_sequence($1, 'id'), base + $2) from last`,
    [table, count],
  )
  return Number(rows[0]?.base)
}

type Work = (first: number, last: number) => Promise<void>

async function inTurn(first: number, last: number, size: number, work: Work): Promise<void> {
  for (let from = first; from <= last; from += size) await work(from, Math.min(last, from + size - 1))
}

/** A small first chunk and `analyze` (see FIRST_CHUNK), then the rest. */
async function afterFirst(owner: pg.Pool, first: number, last: number, work: Work, rest: (first: number) => Promise<void>) {
  const end = Math.min(last, first + FIRST_CHUNK - 1)
  await work(first, end)
  await unhurried(owner, 'analyze')
  if (end < last) await rest(end + 1)
}

/** The rest in two halves side by side: they share no tally to wait for. */
function inHalves(owner: pg.Pool, first: number, last: number, size: number, work: Work): Promise<void> {
  return afterFirst(owner, first, last, work, async (rest) => {
    const middle = rest + Math.floor((last - rest) / 2)
    await Promise.all([inTurn(rest, middle, size, work), inTurn(middle + 1, last, size, work)])
  })
}

/** One statement that takes as long as it takes. */
async function unhurried(owner: pg.Pool, text: string): Promise<void> {
  const client = await owner.connect()
  try {
    await client.query('set statement_timeout = 0')
    await client.query(text)
    await client.query('reset statement_timeout')
  } finally {
    client.release()
  }
}

/** A transaction whose statements take as long as they take. */
const inSeed = (owner: pg.Pool, domainId: number, work: (db: Db) => Promise<void>): Promise<void> =>
  inDomain(owner, domainId, async (db) => {
    await db.rows('set local statement_timeout = 0', [])
    await work(db)
  })

/** Words of very many rows are gathered and put into their index together; off again, so that a search finds it tidy. */
async function gatherWords(owner: pg.Pool, on: boolean): Promise<void> {
  for (const index of WORD_INDEXES) {
    await owner.query(`alter index ${index} set (fastupdate = ${on ? 'on, gin_pending_list_limit = 65536' : 'off'})`)
    if (!on) {
      await owner.query(`alter index ${index} reset (gin_pending_list_limit)`)
      await unhurried(owner, `select gin_clean_pending_list('${index}')`)
    }
  }
}

async function fill(owner: pg.Pool, domainId: number, options: ScaleOptions): Promise<void> {
  const { users, transactions, log = () => {} } = options
  const today = options.today ?? new Date().toISOString().slice(0, 10)
  const passwordHash = await hashPassword(options.password ?? SCALE_PASSWORD)
  const base = await reserveIds(owner, 'users', users)
  const everyone = { base, total: users, passwordHash }
  const others: Work = (first, last) => inSeed(owner, domainId, (db) => insertOthers(db, { ...everyone, first, last }))
  await afterFirst(owner, 0, users - 1, others, (rest) => inTurn(rest, users - 1, OTHERS_CHUNK, others))
  let done = 0
  const tell = (first: number, last: number, what: string) => {
    done += last - first + 1
    log(`${done} ${what}`)
  }
  await inHalves(owner, 0, users - 1, PATIENTS_CHUNK, async (first, last) => {
    await inSeed(owner, domainId, (db) => insertPatients(db, { ...everyone, first, last }))
    tell(first, last, 'users')
  })
  const saleBase = await reserveIds(owner, 'transactions', transactions)
  done = 0
  await inHalves(owner, 1, transactions, SALES_CHUNK, async (first, last) => {
    await inSeed(owner, domainId, (db) => insertSales(db, { base, saleBase, users, first, last, total: transactions, today }))
    tell(first, last, 'transactions')
  })
  const requests = Math.floor(transactions / SALES_A_REQUEST)
  const requestBase = await reserveIds(owner, 'label_requests', requests)
  await inHalves(owner, 1, requests, REQUESTS_CHUNK, (first, last) =>
    inSeed(owner, domainId, (db) => insertRequests(db, { base, saleBase, requestBase, first, last, today })),
  )
  log(`${requests} label requests`)
  const counter = { domain_id: domainId, last: transactions }
  await inDomain(owner, domainId, (db) => db.insertInto('invoice_counters').values(counter).execute())
}

/**
 * Makes the domain (`scale` unless named otherwise) with its users, transactions and label requests; its admin is `admin@scale.example`.
 * `owner` is a pool of two connections or more that owns the tables. Throws when there is
 * such a domain already. Answers its id.
 */
export async function seedScale(owner: pg.Pool, options: ScaleOptions): Promise<number> {
  if (options.users < 100 || options.users % 100 !== 0) throw new RangeError('The number of users must be a multiple of 100')
  const identifier = options.domain ?? 'scale'
  const domainId = await aDomain(owner, { identifier, name: 'Scale', email_sender: 'portal@scale.example' })
  await inDomain(owner, domainId, fillDomain)
  await gatherWords(owner, true)
  try {
    await fill(owner, domainId, options)
  } finally {
    await gatherWords(owner, false)
  }
  options.log?.('tidying up')
  await unhurried(owner, 'vacuum (analyze)')
  return domainId
}
