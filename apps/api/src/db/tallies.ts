/**
 * Verifies and rebuilds the tallies (020-tallies.sql). The expected tallies come from the same SQL functions that the triggers use. Each
 * list is compared in one statement and so in one snapshot. A transaction changes rows and tallies together, so every difference is an
 * error, even during concurrent writes.
 */
import type { Db } from './db.ts'
import type { RunInTransaction } from './transaction.ts'

interface Difference {
  key: string
  block: string
  stored: number
  counted: number
}

export interface TallyFinding {
  list: string
  /** The number of wrong tallies. */
  wrong: number
  /** The first wrong tallies. */
  examples: Difference[]
}

interface List {
  name: string
  /** Selects the stored and the counted number of each wrong tally of the domain $1. */
  differences: string
  /** Adds the differences to the tallies. It reads them from `wrong`. */
  correct: string
}

const EXAMPLES = 3

/** A list with its table and the function that answers the tallies of a row. */
const listOf = (name: string, table: string, tallies: string): List => ({
  name,
  differences: `
    select key, block, coalesce(t.n, 0)::bigint as stored, coalesce(c.n, 0)::bigint as counted
    from (
      select key, block, n
      from tallies
      where domain_id = $1
        and list = '${name}'
    ) t
    full join (
      select c.key, c.block, sum(c.n) as n
      from ${table} r, ${tallies} c
      where r.domain_id = $1
      group by c.key, c.block
    ) c using (key, block)
    where coalesce(t.n, 0) <> coalesce(c.n, 0)`,
  // The difference is added and does not replace the tally: a concurrent transaction may have changed the tally since.
  correct: `
    select apply_tallies('${name}', array(
      select row($1, key, block, counted - stored)::tally_change
      from wrong
    ))`,
})

const sumColumns = ['quantity', 'amount_cents', 'charged_cents', 'refunded_cents', 'net_cents']
const eachSum = (sql: (column: string) => string) => sumColumns.map(sql).join(', ')

/** Wrong sums of quantity and money. The stored and counted number is the amount in cents. */
const saleSums: List = {
  name: 'transaction_sums',
  differences: `
    select
      list || ' ' || key as key,
      block,
      list,
      key as sum_key,
      coalesce(s.amount_cents, 0)::bigint as stored,
      coalesce(c.amount_cents, 0)::bigint as counted,
      ${eachSum((column) => `(coalesce(c.${column}, 0) - coalesce(s.${column}, 0))::bigint as ${column}`)}
    from (
      select list, key, block, ${eachSum((column) => column)}
      from transaction_sums
      where domain_id = $1
    ) s
    full join (
      select c.list, c.key, c.block, ${eachSum((column) => `sum(c.${column}) as ${column}`)}
      from transactions r, transaction_sum_changes(r, 1) c
      where r.domain_id = $1
      group by 1, 2, 3
    ) c using (list, key, block)
    where (${eachSum((column) => `coalesce(s.${column}, 0)`)}) <> (${eachSum((column) => `coalesce(c.${column}, 0)`)})`,
  correct: `
    select apply_sums(array(
      select row($1, list, sum_key, block, ${eachSum((column) => column)})::sum_change
      from wrong
    ))`,
}

export const talliedLists: readonly List[] = [
  listOf('users', 'users', 'user_tallies(r, 1)'),
  listOf('sign_ups', 'users', 'sign_up_tallies(r, 1)'),
  listOf('user_words', 'users', 'user_word_tallies(r, 1)'),
  listOf('patient_words', 'users', 'patient_word_tallies(r, 1)'),
  listOf('patients', 'patient_stages', 'patient_tallies(r, 1)'),
  listOf('vials', 'vials', 'vial_tallies(r, 1)'),
  listOf('transactions', 'transactions', 'transaction_tallies(r, 1)'),
  listOf('transaction_months', 'transactions', 'transaction_month_tallies(r, 1)'),
  listOf('transaction_centers', 'transactions', 'transaction_center_tallies(r, 1)'),
  listOf('orders', 'transactions', 'order_tallies(r, 1)'),
  listOf('order_months', 'transactions', 'order_month_tallies(r, 1)'),
  listOf('transaction_words', 'transactions', 'word_tallies(r.search, 1)'),
  listOf('label_requests', 'label_requests', 'label_request_tallies(r, 1)'),
  listOf('label_request_words', 'label_requests', 'word_tallies(r.search, 1)'),
  listOf('documents', 'documents', 'document_tallies(r, 1)'),
  listOf('document_words', 'documents', 'word_tallies(r.search, 1)'),
  saleSums,
]

/** Selects the number of differences in `wrong` and the first few of them. */
const summary = `
  select
    (select count(*) from wrong) as wrong,
    coalesce((
      select jsonb_agg(e)
      from (
        select key, block::text as block, stored, counted
        from wrong
        order by key, block
        limit ${EXAMPLES}
      ) e
    ), '[]') as examples`

type Finding = Omit<TallyFinding, 'list'>

async function verifyList(db: Db, { name, differences }: List): Promise<TallyFinding> {
  const [finding] = await db.rows<Finding>(`with wrong as materialized (${differences}) ${summary}`, [db.domainId])
  return { list: name, wrong: 0, examples: [], ...finding }
}

async function rebuildList(db: Db, { name, differences, correct }: List): Promise<TallyFinding> {
  // Concurrent rebuilds would both add the same differences. With this lock the second one compares after the first has committed.
  await db.rows(`select pg_advisory_xact_lock(hashtextextended('tallies ' || $1, 0))`, [db.domainId])
  const text = `with wrong as materialized (${differences}), corrected as materialized (${correct}) ${summary} from corrected`
  const [finding] = await db.rows<Finding>(text, [db.domainId])
  return { list: name, wrong: 0, examples: [], ...finding }
}

/** Answers the lists with wrong tallies. Needs the owner's transactions, and about a minute for a million rows. */
export async function verifyTallies(transact: RunInTransaction): Promise<TallyFinding[]> {
  const findings: TallyFinding[] = []
  for (const list of talliedLists) findings.push(await transact((db) => verifyList(db, list)))
  return findings.filter(({ wrong }) => wrong > 0)
}

const ATTEMPTS = 5
const isDeadlock = (error: unknown) => (error as { code?: string }).code === '40P01'

/** Runs `work` again after a deadlock with a transaction that changes the same tallies. */
async function retryDeadlock<T>(work: () => Promise<T>, attempt = 1): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (attempt === ATTEMPTS || !isDeadlock(error)) throw error
    return retryDeadlock(work, attempt + 1)
  }
}

/** Corrects wrong tallies and answers their lists. Each list has its own transaction, and concurrent reads and writes go on. */
export async function rebuildTallies(transact: RunInTransaction): Promise<TallyFinding[]> {
  const findings: TallyFinding[] = []
  for (const list of talliedLists) findings.push(await retryDeadlock(() => transact((db) => rebuildList(db, list))))
  return findings.filter(({ wrong }) => wrong > 0)
}
