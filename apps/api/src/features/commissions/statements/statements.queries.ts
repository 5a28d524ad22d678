/** Statements of commissions: their sums by person and month, their lines and their payments. Amounts in dollars. */

import type { Paging } from '@vialdesk/contract/base/primitives'
import type { CommissionLine, CommissionPayout, CommissionStatement, StatementFilter } from '@vialdesk/contract/money/commissions'
import type { Db } from '#api/db/db.ts'
import { readList, rowsOf } from '#api/db/list-pages.ts'
import { bindValues, type Part } from '#api/db/paging.ts'
import { orderOf, type SortValues, sortedName } from '#api/db/sorted-paging.ts'
import { displayNameOf, personOf } from '#api/db/user-sql.ts'
import { findSettings } from '#api/features/commissions/rates/rates.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { ownerSeenBy, statementPolicy } from '../commissions.policy.ts'

const dollarsSql = (cents: string) => `(${cents} / 100.0)::float8`

const THIS_MONTH = `(
  select date_trunc('month', now() at time zone x.time_zone)::date
  from domains x
  where x.id = s.domain_id)`

const STATEMENT_ROW = `
  s.id, ${personOf('u')} as person, u.subscription as membership, to_char(s.month, 'YYYY-MM') as month,
  ${dollarsSql('s.earned_cents')} as earned,
  ${dollarsSql('s.paid_cents')} as paid,
  ${dollarsSql('(s.earned_cents - s.paid_cents)')} as due,
  s.lines, s.lines - s.paid_lines as unpaid_lines,
  s.month < ${THIS_MONTH} as ended
  from commission_statements s
  join users u on u.domain_id = s.domain_id and u.id = s.user_id`

type StatementRow = Omit<CommissionStatement, 'can'>

const presentTo = (viewer: Viewer, row: StatementRow): CommissionStatement => ({
  ...row,
  can: statementPolicy.abilities(viewer, row),
})

const stateConditions: Record<NonNullable<StatementFilter['state']>, string> = {
  payable: `s.lines > s.paid_lines and s.month < ${THIS_MONTH}`,
  unpaid: 's.lines > s.paid_lines',
  paid: 's.lines = s.paid_lines',
}

/** The statements of a filter that the viewer may see, as the text after "from". */
const statementsOf =
  (viewer: Viewer, { user_id, membership, month, state }: StatementFilter): Part =>
  (bind) => {
    const conditions = ['s.domain_id = $1']
    const owner = ownerSeenBy(viewer)
    if (owner !== undefined) conditions.push(`s.user_id = ${bind(owner)}`)
    if (user_id !== undefined) conditions.push(`s.user_id = ${bind(user_id)}`)
    if (month) conditions.push(`s.month = (${bind(month)}::text || '-01')::date`)
    if (state) conditions.push(stateConditions[state])
    if (membership !== undefined) conditions.push(`u.subscription = ${bind(membership)}`)
    const join = membership === undefined ? '' : 'join users u on u.domain_id = s.domain_id and u.id = s.user_id'
    return `commission_statements s ${join} where ${conditions.join('\n    and ')}`
  }

const sortValues: SortValues<'month' | 'person' | 'earned' | 'paid' | 'due'> = {
  month: { value: 's.month' },
  person: { value: `(select ${sortedName('p').value} from users p where p.domain_id = s.domain_id and p.id = s.user_id)` },
  earned: { value: 's.earned_cents' },
  paid: { value: 's.paid_cents' },
  due: { value: '(s.earned_cents - s.paid_cents)' },
}

/** There are as many statements as people and months, however many sales there are, so they are counted one by one. */
export async function listStatements(db: Db, viewer: Viewer, filter: StatementFilter) {
  const rows = statementsOf(viewer, filter)
  const list = {
    matches: rowsOf('s.id', rows),
    order: orderOf(filter.sort, sortValues),
    ownOrder: { columns: ', s.month', order: 'month desc, id desc' },
  }
  const page = `select ${STATEMENT_ROW} where s.domain_id = $1 and s.id = any(page.ids)`
  const { count, results } = await readList<StatementRow>(db, list, filter, page)
  const { parameters, bind } = bindValues([db.domainId])
  const [totals] = await db.rows<{ earned: number; paid: number; due: number }>(
    `select ${dollarsSql('coalesce(sum(s.earned_cents), 0)')} as earned,
       ${dollarsSql('coalesce(sum(s.paid_cents), 0)')} as paid,
       ${dollarsSql('coalesce(sum(s.earned_cents - s.paid_cents), 0)')} as due
     from ${rows(bind)}`,
    parameters,
  )
  const { enabled } = await findSettings(db)
  return {
    count,
    results: results.map((row) => presentTo(viewer, row)),
    enabled,
    totals: totals ?? { earned: 0, paid: 0, due: 0 },
  }
}

export async function getStatement(db: Db, viewer: Viewer, id: number): Promise<CommissionStatement> {
  const [row] = await db.rows<StatementRow>(
    `select ${STATEMENT_ROW}
     where s.domain_id = $1
       and s.id = $2
       and ($3::bigint is null or s.user_id = $3)`,
    [db.domainId, id, ownerSeenBy(viewer) ?? null],
  )
  return row ? presentTo(viewer, row) : fail('not_found')
}

const STATEMENT_LINES = `
  select e.id, e.day, e.kind, ${dollarsSql('e.base_cents')} as base, (e.basis_points / 100.0)::float8 as percent,
    ${dollarsSql('e.flat_cents')} as flat, ${dollarsSql('e.cents')} as amount, e.note, o.paid_on,
    json_build_object('id', t.id, 'invoice_id', t.invoice_id, 'day', t.day, 'product', p.name) as sale
  from (
    select *
    from commission_entries
    where domain_id = $1
      and user_id = $2
      and month = ($3::text || '-01')::date
    order by id
    limit $4
    offset $5) e
  join transactions t on t.domain_id = e.domain_id and t.id = e.transaction_id
  join products p on p.domain_id = t.domain_id and p.id = t.product_id
  left join commission_paid_entries pe on pe.domain_id = e.domain_id and pe.entry_id = e.id
  left join commission_payouts o on o.domain_id = pe.domain_id and o.id = pe.payout_id
  order by e.id`

type Subject = Pick<CommissionStatement, 'person' | 'month'>

export const readLines = (db: Db, { person, month }: Subject, { limit, offset }: Paging) =>
  db.rows<CommissionLine>(STATEMENT_LINES, [db.domainId, person.id, month, limit, offset])

const STATEMENT_PAYOUTS = `
  select o.paid_on, o.method, o.reference, ${dollarsSql('sum(e.cents)')} as amount, count(*)::int as lines,
    coalesce(${displayNameOf('by')}, '') as who
  from commission_entries e
  join commission_paid_entries pe on pe.domain_id = e.domain_id and pe.entry_id = e.id
  join commission_payouts o on o.domain_id = pe.domain_id and o.id = pe.payout_id
  left join users by on by.domain_id = o.domain_id and by.id = o.created_by
  where e.domain_id = $1
    and e.user_id = $2
    and e.month = ($3::text || '-01')::date
  group by o.paid_on, o.method, o.reference, who
  order by o.paid_on, o.method, o.reference
  limit 200`

/** The payments of the lines. Sales roles do not get the name of the admin. */
export async function readPayouts(db: Db, viewer: Viewer, { person, month }: Subject): Promise<CommissionPayout[]> {
  const payouts = await db.rows<CommissionPayout>(STATEMENT_PAYOUTS, [db.domainId, person.id, month])
  return viewer.role === 'admin' ? payouts : payouts.map((payout) => ({ ...payout, who: '' }))
}

export async function getStatementPage(db: Db, viewer: Viewer, id: number, paging: Paging) {
  const statement = await getStatement(db, viewer, id)
  return {
    statement,
    payouts: await readPayouts(db, viewer, statement),
    count: statement.lines,
    results: await readLines(db, statement, paging),
  }
}
