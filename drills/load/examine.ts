/** Counts after the recovery: what was acknowledged exists exactly once, and nothing waits for a person. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillOptions, DrillResult } from '../drill.ts'
import { runConsole } from '../harness/console.ts'
import { readMetric } from '../harness/metrics.ts'
import type { Load } from './load.ts'
import { RECEIPTS } from './requests.ts'
import type { Site } from './site.ts'

const RECOVERY_MS = 180_000

type Examined = Pick<DrillResult, 'lost' | 'doubled' | 'notes' | 'failures'>
type Read = <T extends object>(text: string, values?: unknown[]) => Promise<T[]>

/**
 * Lets the portal recover by itself, faster than in life: leases end now and not after 90 s, and jobs that failed run again at once.
 * Only the times are changed.
 */
async function waitForRecovery(read: Read): Promise<string[]> {
  const until = performance.now() + RECOVERY_MS
  for (;;) {
    await read(`update checkout_attempts
      set lease_until = least(lease_until, now()), next_check_at = least(next_check_at, now())
      where status in ('sending', 'unknown', 'held')`)
    await read(`select graphile_worker.reschedule_jobs(array(
      select id from graphile_worker.jobs
      where run_at > now() and locked_by is null and (attempts > 0 or task_identifier = 'checkout.look_up_payment')), run_at => now())`)
    await read(`select pg_notify('jobs:insert', '{"count": 10}')`)
    const open = await read<{ what: string }>(`
      select 'the payment ' || invoice_id || ' is ' || status as what from checkout_attempts
      where status in ('sending', 'unknown', 'held')
      union all
      select 'a job ' || task_identifier || ' waits: ' || coalesce(last_error, 'no error') from graphile_worker.jobs
      where (run_at <= now() or locked_by is not null) and attempts < max_attempts`)
    if (open.length === 0) return []
    if (performance.now() > until) return open.map(({ what }) => `After ${RECOVERY_MS / 1000} s ${what}`).slice(0, 10)
    await pause(250)
  }
}

/** Each payment of the load, with what the gateway and the portal have of it. A retry of an invoice has its number behind it. */
const PAYMENTS = `
  with charged as (
    select substring(s.invoice_number from '^' || $1::int || '-(.+?)(?:-[0-9]{1,3})?$') as id, count(*)::int as n
    from gateway_sim.sim_transactions s
    where s.kind = 'charge' and s.status = 'captured' and s.domain_id = $1
    group by 1),
  sold as (select invoice_id as id, count(*)::int as n from transactions where domain_id = $1 group by 1),
  mailed as (
    select substring(subject from 'Receipt (.+)') as id, count(*)::int as n from mail_outbox where domain_id = $1 group by 1)
  select i.id as invoice, coalesce(c.n, 0) as charges, coalesce(s.n, 0) as sales, coalesce(m.n, 0) as receipts
  from invoices i left join charged c using (id) left join sold s using (id) left join mailed m using (id)
  where i.domain_id = $1`

interface PaymentCount {
  invoice: string
  charges: number
  sales: number
  receipts: number
}

async function countPayments(read: Read, domainId: number, load: Load): Promise<Examined> {
  const found = new Map((await read<PaymentCount>(PAYMENTS, [domainId])).map((payment) => [payment.invoice, payment]))
  let [lost, doubled] = [0, 0]
  for (const invoice of load.payments.keys()) {
    const { charges = 0, sales = 0, receipts = 0 } = found.get(invoice) ?? {}
    if (charges < 1 || sales < 1 || receipts < RECEIPTS) lost += 1
    if (charges > 1 || sales > 1 || receipts > RECEIPTS) doubled += 1
  }
  const counted = load.payments.size
  return { lost, doubled, notes: [`${counted} payments`], failures: counted > 0 ? [] : ['Nothing was paid'] }
}

/** An entry without an answer may exist once or not at all. */
async function judgeEntries(read: Read, { business }: Site, load: Load): Promise<Examined> {
  // Every entry has a note of its own.
  const entries = await read<{ note: string; entries: number; vials: number }>(
    'select note, count(*)::int as entries, sum(vials)::int as vials from vial_entries where domain_id = $1 group by note',
    [business.domainId],
  )
  const found = new Map(entries.map((entry) => [entry.note, entry]))
  let [lost, doubled] = [0, 0]
  for (const [note, state] of load.entries) {
    const { entries = 0, vials = 0 } = found.get(note) ?? {}
    if (state === 'acknowledged' && (entries < 1 || vials < 1)) lost += 1
    if (entries > 1 || vials > 1) doubled += 1
  }
  const wrong = await read<{ user_id: number }>(
    `select c.user_id from vial_counts c where c.domain_id = $1 and c.vials_available <> (
       select count(*) from vials v where v.domain_id = c.domain_id and v.user_id = c.user_id and v.state = 'released')`,
    [business.domainId],
  )
  const acknowledged = [...load.entries.values()].filter((state) => state === 'acknowledged').length
  return {
    ...{ lost, doubled, notes: [`${acknowledged} acknowledged vial entries`] },
    failures: [
      ...(acknowledged > 0 ? [] : ['No vial was added']),
      ...wrong.map(({ user_id }) => `The vials of patient ${user_id} do not match their count`),
    ],
  }
}

/** Sentences about payments and jobs that wait for a person. */
async function findWorkForPeople(read: Read, { portal }: Site): Promise<string[]> {
  const dead = await readMetric(portal.metricsUrl, 'jobs', { state: 'dead' })
  const jobs = await read<{ task: string; error: string | null }>(
    `select task_identifier as task, last_error as error from graphile_worker.jobs where attempts >= max_attempts`,
  )
  const attempts = await read<{ invoice_id: string; status: string }>(
    `select invoice_id, status from checkout_attempts where review_note is not null or status in ('held', 'review')`,
  )
  return [
    ...(dead === 0 ? [] : [`The metrics count ${dead} dead jobs`]),
    ...jobs.map(({ task, error }) => `The job ${task} is dead: ${error ?? 'no error'}`),
    ...attempts.map(({ invoice_id, status }) => `The payment ${invoice_id} needs a person: ${status}`),
  ].slice(0, 20)
}

async function verify({ resources }: DrillOptions, { settings }: Site): Promise<string[]> {
  const failures: string[] = []
  for (const words of [
    ['audit', 'verify'],
    ['tallies', 'verify'],
  ]) {
    const { exitCode, output } = await runConsole(resources, settings, ...words)
    if (exitCode !== 0) failures.push(`${words.join(' ')} ended with ${exitCode}: ${output.trim()}`)
  }
  return failures
}

export async function examine(options: DrillOptions, site: Site, load: Load): Promise<Examined> {
  const read: Read = async (text, values = []) => (await (await site.superuser()).query(text, values)).rows
  const { domainId } = site.business
  const stuck = await waitForRecovery(read)
  const forPeople = new Set(await findWorkForPeople(read, site))
  const unanswered = [...load.payments].filter(([, state]) => state !== 'acknowledged').map(([invoice]) => invoice)
  options.say(`Sending ${unanswered.length} payments without an answer again`)
  const unpaid: string[] = []
  await Promise.all(unanswered.map((invoice) => load.payAgain(invoice).catch((error: Error) => unpaid.push(error.message))))
  stuck.push(...(await waitForRecovery(read)))
  for (const work of await findWorkForPeople(read, site)) forPeople.add(work)
  const [payments, entries] = [await countPayments(read, domainId, load), await judgeEntries(read, site, load)]
  const answers = [...load.answers].map(([status, n]) => `${n} × ${status}`).join(', ')
  const lost = payments.lost + entries.lost
  const doubled = payments.doubled + entries.doubled
  return {
    ...{ lost, doubled },
    notes: [...payments.notes, ...entries.notes, `${unanswered.length} payments were sent again`, `answers: ${answers}`],
    failures: [
      ...(lost + doubled > 0 ? [`${lost} were lost and ${doubled} were doubled`] : []),
      ...[...stuck, ...forPeople, ...unpaid, ...payments.failures, ...entries.failures],
      ...[...new Set(load.wrongAnswers)].slice(0, 10),
      ...(await verify(options, site)),
    ],
  }
}
