/** The demo never contradicts itself: each rule lists its faults, and must find none. */
import type { ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { DEMO_NOW, type DemoPortal, startDemoPortal } from '#api/testing/demo-portal.ts'

const NOW = `'${DEMO_NOW.toISOString()}'::timestamptz`
const TODAY = `(${NOW} at time zone 'America/New_York')::date`

let portal: DemoPortal
beforeAll(async () => {
  portal = await startDemoPortal()
})
afterAll(() => portal.close())

const ask = (sql: string) => inDomain(portal.owner, portal.demoId, (db) => db.rows<Record<string, unknown>>(sql, []))

/** Each table with a person and a time at which the person took part in something. */
const moments: [name: string, rows: string][] = [
  ['last logins', 'select id as person, last_login as at from users'],
  ['invitations', 'select user_id as person, created_at as at from password_links'],
  ['opened invitations', 'select user_id as person, opened_at as at from password_links'],
  ['agreements', 'select id as person, agreement_accepted_at as at from users'],
  ['notices', 'select user_id as person, created_at as at from notices'],
  ['read notices', 'select user_id as person, read_at as at from notices'],
  ['subjects of notices', 'select about_id as person, created_at as at from notices'],
  ['actions in the audit', 'select actor_id as person, at from audit_log'],
  ['patients in the audit', 'select patient_id as person, at from audit_log'],
  ...['payer_id', 'patient_id', 'harvest_center_id', 'referral_harvest_center_id', 'hc_staff_id', 'sales_rep_id'].map(
    (column): [string, string] => [`sales by ${column}`, `select ${column} as person, date as at from transactions`],
  ),
  ['label requests', 'select center_id as person, created_at as at from label_requests'],
  ['requested documents', 'select patient_id as person, created_at as at from documents'],
  ['signatures', 'select user_id as person, signed_at as at from document_recipients'],
  ['vial entries', 'select user_id as person, created_at as at from vial_entries'],
  ['vials', 'select user_id as person, made_at as at from vials'],
  [
    'steps of vials',
    'select v.user_id as person, s.at from vial_steps s join vials v on v.domain_id = s.domain_id and v.id = s.vial_id',
  ],
  ['association requests', 'select referral_center_id as person, requested_at as at from association_requests'],
  ['refunds', 'select user_id as person, created_at as at from refunds'],
]

describe.each(moments)('%s', (name, rows) => {
  test('are not before the person joined, and not in the future', async () => {
    const all = `(${rows}) m join users u on u.id = m.person where m.at is not null`
    expect((await ask(`select from ${all} limit 1`)).length, `the demo has ${name}`).toBe(1)
    expect(
      await ask(`select u.email, u.date_joined, m.at from ${all} and (m.at < u.date_joined or m.at > ${NOW}) limit 5`),
    ).toEqual([])
  })
})

const days = [
  'date_adipose_shipped_to_lab',
  'date_adipose_received_by_lab',
  'stemcell_plating_initiated_date',
  'date_vials_ready_to_ship',
]

/** Rules that hold for all rows: a query for the rows that break them. */
const rules: [name: string, faults: string][] = [
  [
    'nobody acts longer than a session after the last login',
    `select u.email, u.last_login, max(a.at) as at from audit_log a join users u on u.id = a.actor_id
     where u.last_login is not null and a.type not like 'document.%'
     group by 1, 2 having max(a.at) > u.last_login + interval '12 hours'`,
  ],
  [
    'nobody writes or reads messages before the first, or after the last log-in',
    `select u.email, u.last_login, max(m.at) as at
     from (select author_id as person, sent_at as at from conversation_messages
       union all select user_id, read_at from notices) m join users u on u.id = m.person
     where m.at is not null group by 1, 2 having u.last_login is null or max(m.at) > u.last_login + interval '12 hours'`,
  ],
  [
    'everybody who can log in has confirmed the email and accepted the agreement',
    `select email from users where password_hash is not null and (email_verified_at is null or agreement_accepted_at is null)`,
  ],
  [
    'the centers of a rep signed up with the link of the rep',
    `select u.email from users u left join sign_ups s on s.user_id = u.id and s.rep_id = u.sales_rep_id and s.verified_at = u.date_joined
     where u.subscription in (4, 5) and u.active and s.id is null`,
  ],
  [
    'people join after those above them',
    `select u.email, above.email as above from users u join users above
       on above.id in (u.harvest_center_id, u.referral_harvest_center_id, u.sales_rep_id, u.sales_manager_id, u.sales_distributor_id)
     where u.date_joined < above.date_joined`,
  ],
  [
    'lab days are in order, after the patient joined and not in the future',
    `select u.email from lab_records l join users u on u.id = l.user_id
     where greatest(${days.map((day) => `l.${day}`).join(', ')}) > ${TODAY}
       or least(${days.map((day) => `l.${day}`).join(', ')}) < u.date_joined::date
       or ${days
         .slice(1)
         .map((day, n) => `l.${day} < l.${days[n]}`)
         .join(' or ')}`,
  ],
  [
    'vials are made after the plating, and added after they are ready',
    `select v.code from vials v join lab_records l on l.user_id = v.user_id where v.made_at::date < l.stemcell_plating_initiated_date
     union all
     select e.id::text from vial_entries e join lab_records l on l.user_id = e.user_id where e.date < l.date_vials_ready_to_ship`,
  ],
  [
    'vials are shipped after they are added',
    `select s.id from vial_entries s where s.type = 'shipped' and not exists (
       select from vial_entries a where a.user_id = s.user_id and a.type = 'added' and a.date <= s.date)`,
  ],
  [
    'an order is paid before it is shipped, and a parcel arrives after that',
    `select s.id from shipments s join transactions t on t.id = s.transaction_id where s.shipped_on < t.day or s.shipped_on > ${TODAY}
     union all
     select a.entry_id from vial_arrivals a join vial_entries e on e.id = a.entry_id where a.arrived_on < e.date or a.arrived_on > ${TODAY}`,
  ],
  [
    'no more is shipped than was bought',
    `select t.id from transactions t join shipments s on s.transaction_id = t.id group by t.id, t.quantity
     having sum(s.quantity) > t.quantity`,
  ],
  [
    'a sale is worth its charge with its corrections, less what was given back',
    `select t.id from transactions t
     where t.amount_cents - t.charged_cents <> (
       select coalesce(sum(h.correction_cents), 0) from transaction_history h where h.transaction_id = t.id)
     or t.refunded_cents <> (
       select coalesce(sum(r.amount_cents), 0) from refunds r where r.transaction_id = t.id and r.status = 'done')`,
  ],
  [
    'a label is requested after its fee is paid, for patients of the center',
    `select r.id from label_requests r join transactions t on t.id = r.transaction_id where r.created_at < t.date
     union all
     select r.id from label_requests r join label_request_patients rp on rp.request_id = r.id join users p on p.id = rp.patient_id
     where p.harvest_center_id <> r.center_id
     union all
     select id from label_requests where tracked_at < created_at or tracked_at > ${NOW}`,
  ],
  [
    'no document of a patient waits when the label is requested',
    `select r.id from label_requests r join label_request_patients rp on rp.request_id = r.id join documents d on d.patient_id = rp.patient_id
     where d.created_at < r.created_at and coalesce(d.completed_at, 'infinity') > r.created_at`,
  ],
  [
    'all three documents of a patient are completed when the label is requested',
    `select r.id from label_requests r join label_request_patients rp on rp.request_id = r.id
     where (select count(distinct d.kind) from documents d where d.patient_id = rp.patient_id and d.completed_at <= r.created_at) < 3`,
  ],
  [
    'a document is signed after it was requested, and completed after that',
    `select d.id from documents d join document_recipients r on r.document_id = d.id
     where r.viewed_at < d.created_at or r.signed_at < r.viewed_at or d.completed_at < r.signed_at or d.completed_at > ${NOW}`,
  ],
  [
    'the steps of a document are in order',
    `select e.id from document_events e join document_events f on f.document_id = e.document_id and f.id > e.id where f.at < e.at`,
  ],
  ['a read notice was created before', 'select id from notices where read_at < created_at'],
  [
    'a notice of a payment names a sale of its reader, and comes after it',
    `select n.id from notices n
     left join transactions t on n.path = '/receipt/' || t.id and t.payer_id = n.user_id and position(t.invoice_id in n.text) > 0
       and t.date <= n.created_at
     where n.path like '/receipt/%' and t.id is null`,
  ],
  [
    'a notice about a vial comes after its entry',
    `select n.id from notices n where n.title ilike '%vials%ship%' and n.about_id is not null and not exists (
       select from audit_log a where a.patient_id = n.about_id and a.at <= n.created_at)`,
  ],
  [
    'a notice of the team is not older than the person in it',
    `select n.id, n.text from notices n where n.kind = 'team' and n.text ~ '(joined|signed up|now sends)' and not exists (
       select from users u where u.date_joined <= n.created_at and u.date_joined > n.created_at - interval '1 day'
         and (u.id = n.about_id or position(u.company in n.text) = 1 and u.company <> '' or position(u.first_name || ' ' || u.last_name in n.text) = 1))`,
  ],
  [
    'the payment to review was made before its notice',
    `select n.id from notices n join checkout_attempts c on c.status = 'review' where n.path = '/payments-to-review' and n.created_at < c.created_at`,
  ],
  [
    'statements of commissions are the sums of their entries',
    `select s.id from commission_statements s
     join lateral (select sum(e.cents) as cents, count(*) as n from commission_entries e where e.user_id = s.user_id and e.month = s.month) e on true
     where (s.earned_cents, s.lines) is distinct from (e.cents::bigint, e.n::integer)`,
  ],
  [
    'commissions are paid as the ledger says',
    `select t.id, t.day from transactions t join (
       select e.transaction_id, bool_and(p.entry_id is not null) as paid from commission_entries e
       left join commission_paid_entries p on p.entry_id = e.id group by 1) l on l.transaction_id = t.id
     where t.commission_paid <> l.paid limit 5`,
  ],
  [
    'a payout is not before the end of its month and not in the future',
    `select o.id from commission_payouts o join commission_statements s on s.id = o.statement_id
     where o.paid_on < s.month + interval '1 month' or o.paid_on > ${TODAY}`,
  ],
  [
    'the charges at the gateway are those of the sales',
    `select t.id from transactions t left join gateway_sim.sim_transactions g on g.id::text = t.gateway_trans_id
     where t.amount_cents > 0 and (g.id is null or g.captured_at <> t.date)`,
  ],
  [
    'counts of vials equal their entries and their single vials',
    `select c.user_id from vial_counts c where c.vials_available <> (
       select coalesce(sum(case type when 'added' then quantity else -quantity end), 0) from vial_entries e where e.user_id = c.user_id)
     union all
     select e.user_id from vial_entries e where e.type = 'shipped' and e.quantity <> (
       select count(*) from vials v where v.shipped_entry_id = e.id)`,
  ],
]

/** Lists show the newest id first, so ids follow the times that they show. */
test.each([
  ['users', 'date_joined'],
  ['notices', 'created_at'],
  ['transactions', 'date'],
  ['label_requests', 'created_at'],
  ['sign_ups', 'created_at'],
  ['audit_log', 'at'],
])('the newest rows of %s are the last ones', async (table, at) => {
  expect(
    await ask(`select id, at, latest from (
      select id, ${at} as at, max(${at}) over (order by id rows between unbounded preceding and 1 preceding) as latest from ${table}) r
      where at < latest limit 5`),
  ).toEqual([])
})

test.each(rules)('%s', async (_, faults) => {
  expect(await ask(faults)).toEqual([])
})

test.each([
  ['harvestcenter', 'harvest-centers', 'transactions-history/processing-fee'],
  ['referral', 'rhc-association', 'transactions-history/processing-fee'],
])('lets %s request a label for a fee whose documents are completed, and for no other', async (role, list, fees) => {
  const { user, client: center } = await portal.logIn(role)
  const { results } = (await center.get(`/api/v1/${list}/${user.id}/${fees}/?limit=100`)).json<{
    results: ProcessingFeeRow[]
  }>()
  const open = results.filter(({ fedex_request, tissue_received }) => !fedex_request && !tissue_received)
  const isReady = ({ patient_documents: documents }: ProcessingFeeRow) =>
    documents.length >= 3 && documents.every(({ status }) => status === 'Completed')
  const request = async (fee: ProcessingFeeRow) =>
    (
      await center.post('/api/v1/fedex-requests/', {
        ...{ harvest_center: user.id, harvest_center_email: user.email, harvest_center_representative: 'Front Desk' },
        ...{ patients_ids: String(fee.patient[0]?.id), transaction: fee.id, address1: '1 Main St', city: 'Miami' },
        ...{ state_desc: 'Florida', country_desc: 'United States', zip_code: '33101' },
      })
    ).statusCode
  const ready = open.filter(isReady)
  expect(ready.length, 'fees that allow a label').toBeGreaterThan(0)
  for (const fee of open) expect(await request(fee)).toBe(isReady(fee) ? 201 : 409)
})
