/**
 * Whether the tallies (see migration 010) say what the rows say, and putting them right where they do not. What is expected of a row
 * is asked of the very functions that the triggers ask. Each list is compared in one statement, which sees rows and tallies as of one
 * moment: whoever writes changes both in one transaction, so a difference is an error however much is being written.
 *
 * Sign-ups by day are not among the lists: they stay counted when an account is deleted, so no rows say what they should be.
 */
import type { Db } from './db.ts'
import type { Transact } from './transaction.ts'

interface Difference {
  key: string
  block: string
  stored: number
  counted: number
}

export interface ListFinding {
  list: string
  /** How many tallies are wrong. */
  wrong: number
  /** The first of them. */
  examples: Difference[]
}

interface List {
  name: string
  /** Of each key and block of the domain $1 where they differ: what is stored and what was counted. */
  differences: string
  /** Adds what is missing; `wrong` stands for the differences. */
  correct: string
}

const EXAMPLES = 3

/** A list whose tallies are compared with what the query `counted` says of its rows. */
const compared = (name: string, counted: string): List => ({
  name,
  differences: `
    select key, block, coalesce(t.n, 0)::bigint as stored, coalesce(c.n, 0)::bigint as counted
    from (select key, block, n from tallies where domain_id = $1 and list = '${name}') t
    full join (${counted}) c using (key, block) where coalesce(t.n, 0) <> coalesce(c.n, 0)`,
  // Added to what stands there by then, not put in its place: somebody else may have counted on meanwhile.
  correct: `select apply_tallies('${name}', array(select row($1, key, block, counted - stored)::tally_change from wrong))`,
})

const sumsOf = (table: string, changes: string) => `
  select c.key, c.block, sum(c.n) as n from ${table} r, ${changes} c where r.domain_id = $1 group by c.key, c.block`

const byDay = sumsOf('transactions', 'transaction_tallies(r, 1)')

const revenue: List = {
  name: 'revenue_months',
  differences: `
    select format('rep:%s|product:%s', sales_rep_id, product_id) as key, month as block, month, product_id, sales_rep_id,
      coalesce(s.cents, 0)::bigint as stored, coalesce(c.cents, 0)::bigint as counted, coalesce(c.n, 0) - coalesce(s.n, 0) as sales
    from (select month, product_id, sales_rep_id, n, cents from revenue_months where domain_id = $1) s
    full join (
      select c.month, c.product_id, c.sales_rep_id, sum(c.n) as n, sum(c.cents) as cents
      from transactions r, transaction_revenue(r, 1) c where r.domain_id = $1 group by 1, 2, 3) c using (month, product_id, sales_rep_id)
    where (coalesce(s.n, 0), coalesce(s.cents, 0)) <> (coalesce(c.n, 0), coalesce(c.cents, 0))`,
  correct: `select apply_revenue(array(
    select row($1, month, product_id, sales_rep_id, sales, counted - stored)::revenue_change from wrong))`,
}

export const lists: readonly List[] = [
  compared('users', sumsOf('users', 'user_tallies(r, 1)')),
  compared('user_words', sumsOf('users', 'user_word_tallies(r, 1)')),
  compared('patient_words', sumsOf('users', 'patient_word_tallies(r, 1)')),
  compared('patients', sumsOf('patient_stages', 'patient_tallies(r, 1)')),
  compared('vials', sumsOf('vials', 'vial_tallies(r, 1)')),
  compared('transactions', byDay),
  compared(
    'transaction_months',
    `select m.key, m.block, m.n from unnest(tallies_by_month(array(select row($1, key, block, n)::tally_change from (${byDay}) d))) m`,
  ),
  compared('transaction_words', sumsOf('transactions', 'word_tallies(r.search, 1)')),
  compared('label_requests', sumsOf('label_requests', 'label_request_tallies(r, 1)')),
  compared('label_request_words', sumsOf('label_requests', 'word_tallies(r.search, 1)')),
  revenue,
]

/** What is said of the differences in `wrong`: how many there are, and the first few. */
const summary = `
  select (select count(*) from wrong) as wrong, coalesce((select jsonb_agg(e) from (
    select key, block::text as block, stored, counted from wrong order by key, block limit ${EXAMPLES}) e), '[]') as examples`

type Finding = Omit<ListFinding, 'list'>

async function find(db: Db, { name, differences }: List): Promise<ListFinding> {
  const [finding] = await db.rows<Finding>(`with wrong as materialized (${differences}) ${summary}`, [db.domainId])
  return { list: name, wrong: 0, examples: [], ...finding }
}

async function putRight(db: Db, { name, differences, correct }: List): Promise<ListFinding> {
  // One at a time: two would both add what is missing. What the second compares, it sees after the first has committed.
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('tallies ' || $1, 0))`, [db.domainId])
  const text = `with wrong as materialized (${differences}), corrected as materialized (${correct}) ${summary} from corrected`
  const [finding] = await db.rows<Finding>(text, [db.domainId])
  return { list: name, wrong: 0, examples: [], ...finding }
}

/** Every list whose tallies differ from its rows; none when all agree. Takes about a minute for a million rows. The transactions must be the owner's. */
export async function verifyTallies(transact: Transact): Promise<ListFinding[]> {
  const findings: ListFinding[] = []
  for (const list of lists) findings.push(await transact((db) => find(db, list)))
  return findings.filter(({ wrong }) => wrong > 0)
}

const ATTEMPTS = 5
const wasDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

/** Of two who wait for each other's tallies PostgreSQL ends one. That one begins anew, and sees what the other has done. */
async function again<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (attempt === ATTEMPTS || !wasDeadlock(error)) throw error
    return again(work, attempt + 1)
  }
}

/** The same, put right; each list in a transaction of its own, while others read and write. */
export async function rebuildTallies(transact: Transact): Promise<ListFinding[]> {
  const findings: ListFinding[] = []
  for (const list of lists) findings.push(await again(() => transact((db) => putRight(db, list))))
  return findings.filter(({ wrong }) => wrong > 0)
}
