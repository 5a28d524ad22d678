import { timelineEventTypes } from '@vialdesk/contract/business/audit-events'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inDomain } from '#api/db/transaction.ts'
import { verifyAudit } from '#api/db/verify-audit.ts'
import { type DemoPortal, DEMO_NOW as now, DEMO_PASSWORD as PASSWORD, startDemoPortal } from '#api/testing/demo-portal.ts'
import { seedDemo } from './demo.ts'

const roles = ['admin', 'lab', 'patient', 'salesrep', 'harvestcenter', 'referral', 'manager', 'distributor', 'staff']

let portal: DemoPortal
let domainId: number
/** The latest time in the demo, directly after seeding. */
let latest: number
const seed = () => seedDemo(portal.owner, portal.ports, { password: PASSWORD, now })

/** Reads rows of the demo domain as the table owner. */
const ask = async <Row>(text: string): Promise<Row[]> => {
  const client = await portal.owner.connect()
  try {
    await client.query('begin')
    await client.query(`select set_config('app.domain_id', $1, true)`, [String(domainId)])
    return (await client.query(text)).rows as Row[]
  } finally {
    await client.query('rollback')
    client.release()
  }
}
const count = async (from: string) => (await ask<{ n: number }>(`select count(*)::int as n from ${from}`))[0]?.n

beforeAll(async () => {
  portal = await startDemoPortal()
  domainId = portal.demoId
  const [last] = await ask<{ at: string }>(
    `select max(at) as at from (select at from audit_log union all select date from transactions union all select date_joined from users
       union all select last_login from users union all select agreement_accepted_at from users union all select created_at from vial_entries) t`,
  )
  latest = Date.parse(last?.at ?? '')
})
afterAll(() => portal.close())

const logIn = async (email: string) => {
  const answer = await portal.clientFor('demo').post('/auth/login/', { email, password: PASSWORD })
  return answer.json<{ token: string; user: { id: number } }>()
}

describe('the demo', () => {
  test.each(roles)('lets %s@demo.example log in', async (role) => {
    const { user } = await logIn(`${role}@demo.example`)
    expect(user).toMatchObject({ email: `${role}@demo.example` })
  })

  test('has inactive users, who are in no other list and cannot log in', async () => {
    const admin = portal.clientFor('demo', (await logIn('admin@demo.example')).token)
    const list = async (which: string) =>
      (await admin.get(which)).json<{ count: number; results: { email: string; last_login: string }[] }>()
    const { count: left, results } = await list('/api/v1/users/all/inactive/')
    expect([left, results.length]).toEqual([3, 3])
    for (const { email, last_login } of results) {
      expect(Date.parse(last_login)).toBeLessThan(now.getTime())
      expect((await list(`/api/v1/users/all/?search=${email}`)).count).toBe(0)
      expect((await portal.clientFor('demo').post('/auth/login/', { email, password: PASSWORD })).statusCode).toBe(401)
    }
  })

  test('shows a pending association request to the first harvest center', async () => {
    const center = portal.clientFor('demo', (await logIn('harvestcenter@demo.example')).token)
    const { results } = (await center.get('/api/v1/rhc-association/requests/')).json()
    expect(results).toMatchObject([{ referral_center: { company: 'Willow Bend Family Health' } }])
    expect(Date.parse(results[0].requested_at)).toBeLessThan(now.getTime())
  })

  test('is seeded only once', async () => {
    const before = await count('users')
    await seed()
    expect(await count('users')).toBe(before)
    expect((await portal.owner.query(`select from domains where identifier = 'demo'`)).rowCount).toBe(1)
  })

  test('has patients at every stage, and vial counts that match their entries', async () => {
    const stages = await ask<{ stage: string; n: number }>('select stage, count(*)::int as n from patient_stages group by 1')
    expect(stages.map(({ n }) => n).every((n) => n >= 5)).toBe(true)
    expect(stages).toHaveLength(8)
    expect(await count('users where subscription = 2')).toBeGreaterThanOrEqual(70)
    const wrong = `vial_counts c left join (select user_id, sum(case type when 'added' then quantity else -quantity end) as available,
      coalesce(sum(quantity) filter (where type = 'shipped'), 0) as shipped from vial_entries group by 1) e on e.user_id = c.user_id
      where (c.vials_available, c.vials_shipped) is distinct from (coalesce(e.available, 0), coalesce(e.shipped, 0))`
    expect(await count(wrong)).toBe(0)
  })

  test('has parcels in every state that fit the lab records, and vials left of some that were shipped', async () => {
    const states = await ask<{ parcel: string; n: number }>('select parcel, count(*)::int as n from label_requests group by 1')
    expect(states.map(({ parcel }) => parcel).toSorted()).toEqual([
      'delivered',
      'in_transit',
      'label_ready',
      'received',
      'requested',
    ])
    const contradictions = `label_requests r join label_request_patients rp on rp.request_id = r.id
      join lab_records l on l.user_id = rp.patient_id
      where r.parcel in ('requested', 'label_ready') and l.date_adipose_shipped_to_lab is not null
        or (r.parcel = 'received') <> (l.date_adipose_received_by_lab is not null)
        or r.tracked_at < r.created_at`
    expect(await count(contradictions)).toBe(0)
    expect(await count('patient_stages where arrived')).toBeGreaterThan(0)
    expect(
      await count(`vial_counts c join patient_stages p on p.user_id = c.user_id and p.stage = 'stored'
      where c.vials_shipped > 0 and c.vials_available > 0`),
    ).toBeGreaterThanOrEqual(5)
    expect(
      await count(`vial_counts c join patient_stages p on p.user_id = c.user_id and p.stage = 'shipped_out'
      where c.vials_available > 0`),
    ).toBe(0)
    expect(await count(`lab_records where estimated_date_vials_ready_to_ship > promised_ready_date and delay_reason = ''`)).toBe(
      0,
    )
    expect(await count(`lab_records where delay_reason <> ''`)).toBeGreaterThan(0)
  })

  test('has no dates in the future', async () => {
    expect(latest).toBeLessThanOrEqual(now.getTime())
    expect(
      await count(`lab_records where date_vials_ready_to_ship > '2026-04-22' or date_adipose_received_by_lab > '2026-04-22'`),
    ).toBe(0)
  })

  test('has days in order, required rules that are met or overridden, and arrivals after their shipment', async () => {
    const ordered = `coalesce(date_adipose_shipped_to_lab, '-infinity') > coalesce(date_adipose_received_by_lab, 'infinity')
      or coalesce(date_adipose_received_by_lab, '-infinity') > coalesce(stemcell_plating_initiated_date, 'infinity')
      or coalesce(stemcell_plating_initiated_date, '-infinity') > coalesce(date_vials_ready_to_ship, 'infinity')`
    expect(await count(`lab_records where ${ordered}`)).toBe(0)
    const missing = `vial_entries e join lab_records l on l.user_id = e.user_id cross join lateral unmet_release_rules(e.domain_id, e.user_id, '{}') u
      where u.level = 'required' and not exists (select from rule_overrides o where o.entry_id = e.id and u.rule = any(o.rules))`
    expect(await count(missing)).toBe(0)
    expect(await count('rule_overrides')).toBeGreaterThan(0)
    expect(await count('vial_arrivals')).toBeGreaterThan(3)
    expect(await count('vial_arrivals a join vial_entries e on e.id = a.entry_id where a.arrived_on < e.date')).toBe(0)
    expect(await count(`vial_entries where type = 'shipped' and receiver is null`)).toBe(0)
  })

  test('has vials in every state, with steps made by their lab, none of them in the future', async () => {
    const states = await ask<{ state: string; n: number }>('select state, count(*)::int as n from vials group by 1')
    const n = new Map(states.map((each) => [each.state, each.n]))
    expect([n.size, n.get('disposed'), n.get('held')]).toEqual([6, 1, 3])
    for (const state of ['in_process', 'quarantine', 'released', 'shipped']) expect(n.get(state), state).toBeGreaterThan(30)
    const moment = now.toISOString()
    expect(await count(`vials where since < made_at or since > '${moment}'`)).toBe(0)
    expect(await count(`vials where state in ('released', 'held') and (place not like 'Tank %' or position = '')`)).toBe(0)
    expect(await count(`vials where state in ('in_process', 'quarantine') and place = ''`)).toBe(0)
    const steps = `vial_steps s join vials v on v.id = s.vial_id join users p on p.id = v.user_id join users c on c.id = p.harvest_center_id`
    expect(await count(`${steps} where s.actor_id is distinct from c.lab_id`)).toBe(0)
    expect(await count(`vial_steps where at > '${moment}'`)).toBe(0)
    expect(await count(`vial_steps s join vial_steps t on t.vial_id = s.vial_id and t.id > s.id and t.at < s.at`)).toBe(0)
  })

  test('has a growing year of sales until today, each with its sales line', async () => {
    const [year] = await ask<{ n: number; early: number; late: number; last: string; products: number }>(
      `select count(*)::int as n, count(*) filter (where day < '2025-10-22')::int as early, count(*) filter (where day >= '2025-10-22')::int as late,
         max(day)::text as last, count(distinct product_id)::int as products from transactions`,
    )
    expect(year).toMatchObject({ last: '2026-04-22', products: 10 })
    expect(year?.n).toBeGreaterThan(350)
    expect(year?.late).toBeGreaterThan(1.3 * (year?.early ?? 0))
    const broken = `transactions t join users r on r.id = t.sales_rep_id join users m on m.id = t.sales_manager_id
      where r.sales_manager_id <> m.id or m.sales_distributor_id is distinct from t.sales_distributor_id`
    expect(await count(broken)).toBe(0)
    expect(await count('transactions where sales_rep_id is null or harvest_center_id is null')).toBe(0)
  })

  test('has orders that wait and orders that were sent, a refund, a correction, and coupons', async () => {
    expect(await count(`transactions where order_state = 'to_ship' and product_id = 2`)).toBeGreaterThan(0)
    expect(await count(`transactions where order_state = 'to_ship' and product_id <> 2`)).toBeGreaterThan(0)
    expect(await count(`transactions where order_state = 'shipped'`)).toBeGreaterThan(100)
    expect(await count('vial_counts where vials_reserved > 0')).toBeGreaterThan(0)
    expect(await count(`refunds r join transactions t on t.id = r.transaction_id and t.refunded_cents = r.amount_cents`)).toBe(1)
    expect(await count('transaction_history h join transactions t on t.id = h.transaction_id and t.version = 2')).toBe(1)
    expect(await count('transactions where amount_cents > 0 and gateway_trans_id is null')).toBe(0)
    expect(await count('coupons where used_number > 0')).toBe(1)
    expect(await count('coupons')).toBe(3)
  })

  test('has commissions of several months, of which the early ones are paid', async () => {
    const statements = await portal.owner.query(
      `select to_char(month, 'YYYY-MM') as month, bool_and(lines = paid_lines) as paid, sum(earned_cents) > 0 as earned
       from commission_statements where domain_id = $1 group by 1 order by 1`,
      [domainId],
    )
    expect(statements.rows.at(0)).toMatchObject({ paid: true, earned: true })
    expect(statements.rows.at(-1)).toEqual({ month: '2026-04', paid: false, earned: true })
  })

  test('has a valid audit chain and a complete timeline', async () => {
    const finding = await inDomain(portal.owner, domainId, (db) => verifyAudit(db, []))
    expect(finding).toEqual({ rows: expect.any(Number), head: expect.any(Object), wrongHeads: [] })
    expect(finding.rows).toBeGreaterThan(100)
    const patient = await logIn('patient@demo.example')
    const timeline = await portal
      .clientFor('demo', patient.token)
      .get(`/api/v1/users/patient/${patient.user.id}/timeline/?limit=100`)
    const types = new Set(timeline.json<{ results: { type: string }[] }>().results.map(({ type }) => type))
    // This patient has no label request, and its vials were neither shipped, overridden, corrected nor disposed.
    const others = [
      ...['consent_withdrawn', 'declined', 'expired', 'revoked', 'uploaded'].map((event) => `document.${event}`),
      'vials.shipped',
      'vials.corrected',
      'vials.rules_overridden',
      'vials.arrived',
      'vials.arrival_corrected',
      'vials.added',
      'label.requested',
      'label.documents_overridden',
      'label.given',
      'label.tracked',
      'label.cancelled',
      'label.received',
      'vials.disposed',
      'transaction.patient_assigned',
      'order.shipped',
      'order.tracking_corrected',
    ]
    const expected = timelineEventTypes.filter((type) => !others.includes(type))
    expect([...types].sort()).toEqual([...expected].sort())
  })

  test('has patients who have not signed in yet, unlike most other users', async () => {
    expect(await count('users where agreement_accepted_at is null and never_signed_in')).toBe(3)
    expect(await count('users where agreement_accepted_at is null or never_signed_in')).toBe(3)
  })

  test('has notices for every user with a login, some of them unread', async () => {
    const counts = await ask<{ email: string; all: number; unread: number }>(
      `select u.email, count(n.id)::int as all, count(n.id) filter (where n.read_at is null)::int as unread
       from users u left join notices n on n.domain_id = u.domain_id and n.user_id = u.id
       where u.email like '%@demo.example' and u.active and u.subscription <> 11 group by 1`,
    )
    expect(counts.filter((each) => each.all === 0)).toEqual([])
    const unread = new Map(counts.map((each) => [each.email, each.unread]))
    for (const role of ['admin', 'lab', 'salesrep', 'harvestcenter', 'manager', 'distributor', 'staff'])
      expect(unread.get(`${role}@demo.example`), role).toBeGreaterThan(0)
    expect(await count(`notices where created_at > '2026-04-23' or read_at < created_at`)).toBe(0)
  })

  test('says that its password is not the one of the documentation', async () => {
    const config = await portal.clientFor('demo').get('/domain/config/demo/')
    expect(config.json()).toMatchObject({ demo: true, demo_log_in_known: false })
  })

  test('has a patient with vials for the lab, each kind of center and the patient', async () => {
    for (const part of ['harvest_center_id', 'referral_harvest_center_id'])
      expect(
        await count(`vial_counts v join users p on p.domain_id = v.domain_id and p.id = v.user_id join users c on c.id = p.${part}
          where v.vials_available > 0 and c.email in ('harvestcenter@demo.example', 'referral@demo.example')`),
        part,
      ).toBeGreaterThan(0)
  })

  test('serves its images', async () => {
    const config = (await portal.clientFor('demo').get('/domain/config/demo/')).json()
    for (const image of [config.logo, config.favicon]) {
      const answer = await portal.clientFor('demo').get(image)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/svg+xml'])
    }
  })

  test('keeps the saved cards of each payer when another one is added', async () => {
    const card = { card_holder: 'Ada Example', card_number: '370000000000002', expiration_date: '2099-12', cvv: '9000' }
    const payers = await ask<{ email: string }>('select u.email from payment_customers c join users u on u.id = c.user_id')
    expect(payers).toHaveLength(4)
    for (const { email } of payers) {
      const { token, user } = await logIn(email)
      const post = (name: 'get' | 'create', body: object) =>
        portal.clientFor('demo', token).post(`/api/v1/billing-profiles/${name}-profile/`, { ...body, user_id: user.id })
      const digits = async (): Promise<string[]> =>
        (await post('get', {})).json().payments.map(({ card_number }: { card_number: string }) => card_number)
      const before = await digits()
      expect([before.length > 0, (await post('create', card)).statusCode], email).toEqual([true, 200])
      expect(await digits(), email).toEqual([...before, '0002'])
    }
  })

  test('has a payment to review that a recheck approves', async () => {
    const admin = portal.clientFor('demo', (await logIn('admin@demo.example')).token)
    const { results } = (await admin.get('/api/v1/checkout-attempts/')).json<{ results: { id: string; status: string }[] }>()
    expect(results.map(({ status }) => status)).toEqual(['review'])
    const checked = await admin.post(`/api/v1/checkout-attempts/${results[0]?.id}/recheck/`)
    expect(checked.json()).toMatchObject({ status: 'approved' })
  })
})
