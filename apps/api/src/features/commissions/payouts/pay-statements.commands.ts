/** Marks many statements paid at once: all of them, exactly as the admin saw them, or none. */

import { toCents, toDollars } from '@vialdesk/contract/base/primitives'
import type { CommissionPayment } from '@vialdesk/contract/money/commissions'
import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { statementPolicy } from '#api/features/commissions/commissions.policy.ts'
import { notify } from '#api/features/notices/notify.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'

interface Statement {
  id: number
  user_id: number
  ended: boolean
  /** In cents, of the entries that are not paid. */
  due: number
  unpaid_lines: number
}

/** Sales are locked before statements, as in an edit of a sale. */
const LOCK_SALES = `
  select
  from transactions t
  where t.domain_id = $1
    and t.id in (
      select e.transaction_id
      from commission_statements s
      join commission_entries e on e.domain_id = s.domain_id and e.user_id = s.user_id and e.month = s.month
      where s.domain_id = $1
        and s.id = any($2))
  order by t.id
  for no key update`

const LOCK_STATEMENTS = `
  select
  from commission_statements s
  where s.domain_id = $1
    and s.id = any($2)
  order by s.id
  for no key update`

const READ_STATEMENTS = `
  select s.id, s.user_id, s.earned_cents - s.paid_cents as due, s.lines - s.paid_lines as unpaid_lines,
    s.month < date_trunc('month', now() at time zone d.time_zone)::date as ended
  from commission_statements s
  join domains d on d.id = s.domain_id
  where s.domain_id = $1
    and s.id = any($2)
  order by s.id`

const PAY_STATEMENTS = `
  with payouts as (
    insert into commission_payouts (domain_id, run_id, user_id, statement_id, cents, lines, paid_on, method,
      reference, created_by)
    select $1, $3, s.user_id, s.id, s.earned_cents - s.paid_cents, s.lines - s.paid_lines, $4, $5, $6, $7
    from commission_statements s
    where s.domain_id = $1
      and s.id = any($2)
    order by s.id
    returning id, statement_id),
  paid as (
    insert into commission_paid_entries (domain_id, entry_id, payout_id)
    select $1, e.id, o.id
    from payouts o
    join commission_statements s on s.domain_id = $1 and s.id = o.statement_id
    join commission_entries e on e.domain_id = s.domain_id and e.user_id = s.user_id and e.month = s.month
    where not exists (
      select
      from commission_paid_entries p
      where p.domain_id = e.domain_id
        and p.entry_id = e.id)
    returning entry_id)
  select count(*)::int as lines from paid`

/** The mark of each sale of which nothing is left to pay. */
const MARK_SALES = `
  update transactions t
  set commission_paid = true
  where t.domain_id = $1
    and not t.commission_paid
    and t.id in (
      select e.transaction_id
      from commission_payouts o
      join commission_paid_entries p on p.domain_id = o.domain_id and p.payout_id = o.id
      join commission_entries e on e.domain_id = p.domain_id and e.id = p.entry_id
      where o.domain_id = $1
        and o.run_id = $2)
    and not exists (
      select
      from commission_entries e
      where e.domain_id = t.domain_id
        and e.transaction_id = t.id
        and not exists (
          select
          from commission_paid_entries p
          where p.domain_id = e.domain_id
            and p.entry_id = e.id))`

const CHANGED = 'The statements have changed. Reload and check the amounts. Nothing was paid.'
const NEGATIVE = 'The sum of a person is negative. Select a later statement of the person too. Nothing was paid.'

/** The run that this page started before, for a request that is repeated. */
async function findRun(db: Db, { id, statements }: CommissionPayment): Promise<{ cents: number } | undefined> {
  const rows = await db.findRows('commission_payouts', ['statement_id', 'cents'], { run_id: id })
  if (rows.length === 0) return undefined
  const asked = new Set(statements.map((each) => each.id))
  const same = rows.length === asked.size && rows.every(({ statement_id }) => asked.has(statement_id ?? 0))
  return same ? { cents: rows.reduce((sum, { cents }) => sum + cents, 0) } : fail('conflict', { message: CHANGED })
}

function assertPayable(actor: Actor, { statements }: CommissionPayment, found: Statement[]): void {
  const due = new Map(statements.map((each) => [each.id, toCents(each.due)]))
  if (found.length < due.size) fail('not_found')
  if (found.some(({ ended }) => !ended)) failField('statements', 'A statement can be paid when its month has ended.')
  const unchanged = found.every((row) => statementPolicy.can(actor, 'pay', row) && row.due === due.get(row.id))
  if (!unchanged) fail('conflict', { message: CHANGED })
  for (const own of Map.groupBy(found, ({ user_id }) => user_id).values()) {
    if (own.reduce((sum, row) => sum + row.due, 0) < 0) failField('statements', NEGATIVE)
  }
}

export async function payStatements(db: Db, actor: Actor, payment: CommissionPayment) {
  const { id, paid_on, method, reference } = payment
  if (paid_on > (await findToday(db))) failField('paid_on', 'Enter today or an earlier day.')
  const ids = [...new Set(payment.statements.map((each) => each.id))]
  await db.rows(LOCK_SALES, [db.domainId, ids])
  await db.rows(LOCK_STATEMENTS, [db.domainId, ids])
  const describe = (cents: number) => ({
    message: ids.length === 1 ? '1 statement has been marked paid.' : `${ids.length} statements have been marked paid.`,
    statements: ids.length,
    amount: toDollars(cents),
  })
  const run = await findRun(db, payment)
  if (run) return describe(run.cents)
  const found = await db.rows<Statement>(READ_STATEMENTS, [db.domainId, ids])
  assertPayable(actor, payment, found)
  const [paid] = await db.rows<{ lines: number }>(PAY_STATEMENTS, [db.domainId, ids, id, paid_on, method, reference, actor.id])
  const sum = (key: 'due' | 'unpaid_lines') => found.reduce((total, row) => total + row[key], 0)
  if (paid?.lines !== sum('unpaid_lines')) fail('conflict', { message: CHANGED })
  await db.rows(MARK_SALES, [db.domainId, id])
  const cents = sum('due')
  audit(db, { type: 'commission.paid', after: { run: id, statements: ids, cents, paid_on, method, reference } })
  await notifyPaid(db, [...new Set(found.map(({ user_id }) => user_id))])
  return describe(cents)
}

/** Without the amount, because the notice may be mailed. */
export const notifyPaid = (db: Db, users: number[]) =>
  notify(db, users, {
    kind: 'purchase',
    title: 'Commission paid',
    text: 'A commission of yours was paid. Open your statements for details.',
    path: '/commissions',
  })
