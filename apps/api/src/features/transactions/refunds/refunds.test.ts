import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { createBuyer } from '#api/features/checkout/checkout.fixture.ts'
import { centsOf, createRate } from '#api/features/commissions/commissions.fixture.ts'
import { createSale } from '#api/features/transactions/transactions.fixture.ts'
import type { ChargeOutcome } from '#api/platform/ports/payments.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { buy, makeRefundsDue, moneyOf, refundForm, settleCharges } from './refunds.fixture.ts'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let admin: TestClient
let sale: { id: number; invoice: string }

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ann', last_name: 'Admin' })))
})
afterAll(() => portal.close())
beforeEach(async () => {
  sale = await buy(buyer)
})
afterEach(() => vi.restoreAllMocks())

const giveBack = (form = refundForm(), id = sale.id, client = admin) => client.post(`/api/v1/transactions/${id}/refund/`, form)
const receipt = async (client = admin) => (await client.get(`/api/v1/transactions/${sale.id}/`)).json()
const money = () => moneyOf(portal, sale)

describe('a refund', () => {
  beforeEach(() => settleCharges(portal))

  test('gives back a part and then the rest', async () => {
    expect((await giveBack(refundForm({ amount: 650 }))).json()).toMatchObject({
      kind: 'refund',
      amount: 650,
      status: 'done',
      note: 'Ordered twice',
      message: 'The money was given back.',
      who: 'Ann Admin',
    })
    expect(await receipt()).toMatchObject({ state: 'partly_refunded', refunded_amount: 650, amount: 3650, can: { refund: true } })
    expect((await giveBack(refundForm({ amount: 3000.01 }))).json().errors).toEqual({
      amount: ['At most $3,000.00 can be given back.'],
    })
    await giveBack(refundForm({ amount: 3000 }))
    const { state, refunds, can } = await receipt()
    expect([state, refunds.length, can.refund]).toEqual(['refunded', 2, false])
    expect(await money()).toMatchObject({ given_back: 365_000, refunded: 365_000, states: ['done', 'done'] })
    expect((await giveBack(refundForm({ amount: 1 }))).json().code).toBe('conflict')
  })

  test('takes back the commission of what was given back', async () => {
    const rep = await portal.seed(async (db) => {
      const id = await createUser(db, 'sales_rep')
      await createRate(db, { user_id: id })
      await db.updateRows('users', { id: buyer.center }, { sales_rep_id: id })
      return id
    })
    sale = await buy(buyer)
    await settleCharges(portal)
    expect(await centsOf(portal, sale.id, rep)).toEqual([35_000])
    await giveBack(refundForm({ amount: 1825 }))
    expect(await centsOf(portal, sale.id, rep)).toEqual([35_000, -18_250])
  })

  test('of 60 of 100, five times at once, is paid once', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => giveBack(refundForm({ amount: 2190 }))))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422])
    expect(await money()).toMatchObject({ given_back: 219_000, refunded: 219_000, states: ['done'] })
  })

  test('with the same id is paid once, however often it is sent', async () => {
    const form = refundForm({ amount: 100 })
    const answers = await Promise.all(Array.from({ length: 4 }, () => giveBack(form)))
    expect(answers.every(({ statusCode }) => statusCode === 200)).toBe(true)
    expect((await giveBack(form)).json().status).toBe('done')
    expect((await giveBack({ ...form, amount: 200 })).json().code).toBe('conflict')
    expect(await money()).toMatchObject({ given_back: 10_000, refunded: 10_000, states: ['done'] })
  })

  test('raced with a void gives the money back once', async () => {
    const sent = [giveBack(refundForm({ amount: 3650 })), giveBack(refundForm({ kind: 'void' }))]
    const answers = (await Promise.all(sent)).map((answer) => answer.json())
    expect(answers.filter(({ status }) => status === 'done').length).toBeLessThan(2)
    const { given_back, refunded, voided } = await money()
    expect([given_back, voided]).toEqual([refunded, false])
  })

  test('mails and notifies the buyer, without the product', async () => {
    await giveBack(refundForm({ amount: 650 }))
    await portal.runJobs()
    const { rows: mails } = await portal.owner.query(
      'select recipient, text from mail_outbox where subject = $1 order by recipient',
      [`Refund of ${sale.invoice}`],
    )
    expect(mails.map(({ recipient }) => recipient)).toEqual(['bills@northside.example', 'front@northside.example'])
    expect(mails[0].text).toContain(`We gave $650.00 back to your Visa ending in 1111 for invoice ${sale.invoice}.`)
    expect(mails[0].text).not.toContain('Processing')
    const { rows: notices } = await portal.owner.query(
      `select user_id, text, path from notices where title = 'Refund made' order by id desc limit 1`,
    )
    expect(notices[0]).toEqual({
      user_id: buyer.center,
      text: `Invoice ${sale.invoice}. View receipt`,
      path: `/receipt/${sale.id}`,
    })
  })

  test('is audited when it is requested and when it is finished', async () => {
    const form = refundForm({ amount: 5 })
    await giveBack(form)
    const { rows } = await portal.owner.query(
      `select type, after from audit_log where subject_id = $1 and type like 'refund.%' order by id`,
      [sale.id],
    )
    const facts = { refund_id: form.id, kind: 'refund', amount_cents: 500 }
    expect(rows).toEqual([
      { type: 'refund.requested', after: { ...facts, note: form.note } },
      { type: 'refund.finished', after: { ...facts, status: 'done', outcome_code: '1' } },
    ])
  })

  test('is for admins only, of the domain of the sale, with a note and an amount', async () => {
    expect((await giveBack(refundForm({ amount: 1 }), sale.id, buyer.caller)).statusCode).toBe(403)
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await giveBack(refundForm({ amount: 1 }), sale.id, foreign)).statusCode).toBe(404)
    expect((await giveBack(refundForm({ amount: 1, note: ' ' }))).json().errors).toHaveProperty('note')
    expect((await giveBack()).json().errors).toHaveProperty('amount')
    expect((await receipt(buyer.caller)).refunds).toBeUndefined()
  })

  test('of a sale that charged no card is refused', async () => {
    const free = await portal.seed((db) => createSale(db, { invoice_id: 'FREE-1', payer_id: buyer.center }))
    expect((await giveBack(refundForm({ amount: 1 }), free)).json()).toMatchObject({
      code: 'conflict',
      message: 'No card was charged for this sale, so no money can be given back.',
    })
  })

  test('frees the coupon when all money is given back, not before', async () => {
    await portal.owner.query(
      `with c as (
         insert into coupons (domain_id, name, code, discount_cents, max_use_number, used_number)
         values ($1, 'Ten', 'TEN', 1000, 1, 1) returning domain_id, id)
       insert into coupon_uses (domain_id, attempt_id, coupon_id, discount_cents, state)
       select c.domain_id, t.attempt_id, c.id, 1000, 'used' from c, transactions t where t.id = $2`,
      [portal.domainId, sale.id],
    )
    const used = async () => (await portal.owner.query(`select used_number from coupons where code = 'TEN'`)).rows[0].used_number
    await giveBack(refundForm({ amount: 3649 }))
    expect(await used()).toBe(1)
    await giveBack(refundForm({ amount: 1 }))
    expect(await used()).toBe(0)
  })
})

describe('a void', () => {
  test('cancels a payment that is not settled, in full and once', async () => {
    const form = refundForm({ kind: 'void' })
    expect((await giveBack(form)).json()).toMatchObject({ status: 'done', amount: 3650, message: 'The payment was voided.' })
    expect(await receipt()).toMatchObject({ state: 'voided', can: { refund: false } })
    expect(await money()).toMatchObject({ voided: true, marked_void: true, refunded: 365_000, given_back: 0 })
    expect((await giveBack(form)).json().status).toBe('done')
    expect((await giveBack(refundForm({ kind: 'void' }))).json().code).toBe('conflict')
  })

  test('of a settled payment is refused in words, and so is a refund of an unsettled one', async () => {
    expect((await giveBack(refundForm({ amount: 1 }))).json()).toMatchObject({
      status: 'refused',
      message: expect.stringContaining('not settled yet'),
    })
    await settleCharges(portal)
    expect((await giveBack(refundForm({ kind: 'void' }))).json()).toMatchObject({
      status: 'refused',
      message: 'This payment is settled already. Refund it instead.',
    })
    expect(await money()).toMatchObject({ refunded: 0, voided: false, states: ['refused', 'refused'] })
    expect((await giveBack(refundForm({ amount: 1 }))).json().status).toBe('done')
  })

  test('after a part was given back is refused', async () => {
    await settleCharges(portal)
    await giveBack(refundForm({ amount: 1 }))
    expect((await giveBack(refundForm({ kind: 'void' }))).json().code).toBe('conflict')
  })

  test('of a payment that was voided at the provider is recorded', async () => {
    const { rows } = await portal.owner.query('select gateway_trans_id from transactions where id = $1', [sale.id])
    await portal.ports.payments.embedded.void({ domainId: portal.domainId, transId: rows[0].gateway_trans_id, refId: 'BY-HAND' })
    expect((await giveBack(refundForm({ kind: 'void' }))).json().status).toBe('done')
  })
})

describe('a refund without a clear answer', () => {
  const lost: ChargeOutcome = { kind: 'unknown', code: 'timeout', userMessage: '', raw: {} }
  const checkAgain = async () => {
    await makeRefundsDue(portal)
    await portal.runJobs()
  }

  test('is found by the job when the answer was lost', async () => {
    await settleCharges(portal)
    const { refund } = portal.ports.payments.embedded
    vi.spyOn(portal.ports.payments.embedded, 'refund').mockImplementation(async (order) => {
      await refund(order)
      return lost
    })
    expect((await giveBack(refundForm({ amount: 60 }))).json().status).toBe('unknown')
    expect((await receipt()).can.refund, 'the rest may be given back').toBe(true)
    await portal.runJobs()
    expect((await money()).states).toEqual(['unknown'])
    await checkAgain()
    expect(await money()).toMatchObject({ given_back: 6000, refunded: 6000, states: ['done'] })
  })

  test('is sent again when the request was lost', async () => {
    await settleCharges(portal)
    vi.spyOn(portal.ports.payments.embedded, 'refund').mockResolvedValueOnce(lost)
    expect((await giveBack(refundForm({ amount: 60 }))).json().status).toBe('unknown')
    await checkAgain()
    expect(await money()).toMatchObject({ given_back: 6000, refunded: 6000, states: ['done'] })
  })

  test('is not refused early, however often an admin checks again', async () => {
    await settleCharges(portal)
    const gateway = portal.ports.payments.embedded
    const { refund } = gateway
    vi.spyOn(gateway, 'refund').mockImplementationOnce(async (order) => {
      await refund(order)
      return lost
    })
    const form = refundForm({ amount: 3650 })
    await giveBack(form)
    vi.spyOn(gateway, 'findRefund').mockResolvedValue(undefined)
    vi.spyOn(gateway, 'refund').mockResolvedValue({ kind: 'declined', code: '55', userMessage: '', raw: {} } as ChargeOutcome)
    const recheck = async () => (await admin.post(`/api/v1/refunds/${form.id}/recheck/`)).json().status
    await makeRefundsDue(portal)
    for (let n = 0; n < 8; n++) expect(await recheck()).not.toBe('refused')
    await portal.owner.query(`update refunds set created_at = created_at - interval '9 hours' where id = $1`, [form.id])
    expect(await recheck()).toBe('refused')
  })

  test('is not ordered again while the provider does not know the charge', async () => {
    await settleCharges(portal)
    const gateway = portal.ports.payments.embedded
    const order = vi.spyOn(gateway, 'refund').mockResolvedValue(lost)
    await giveBack(refundForm({ amount: 60 }))
    vi.spyOn(gateway, 'get').mockResolvedValue(undefined)
    await checkAgain()
    expect(order).toHaveBeenCalledTimes(1)
    expect((await money()).states).toEqual(['unknown'])
  })

  test('goes to review after the last look-up, and an admin checks again', async () => {
    const spies = [
      vi.spyOn(portal.ports.payments.embedded, 'void').mockResolvedValue(lost),
      vi.spyOn(portal.ports.payments.embedded, 'get').mockRejectedValue(new Error('unreachable')),
    ]
    const form = refundForm({ kind: 'void' })
    await giveBack(form)
    for (let n = 0; n < 6; n++) await checkAgain()
    expect((await money()).states).toEqual(['review'])
    const { rows } = await portal.owner.query(
      `select count(*)::int as n from notices where title = 'A refund needs review' and path = $1`,
      [`/receipt/${sale.id}`],
    )
    expect(rows[0].n).toBe(1)
    for (const spy of spies) spy.mockRestore()
    const recheck = (client: TestClient) => client.post(`/api/v1/refunds/${form.id}/recheck/`)
    expect((await recheck(buyer.caller)).statusCode).toBe(403)
    const foreign = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await recheck(foreign)).statusCode).toBe(404)
    expect((await recheck(admin)).json()).toMatchObject({ status: 'done' })
    expect((await recheck(admin)).json()).toMatchObject({ status: 'done' })
    expect(await money()).toMatchObject({ voided: true, marked_void: true })
  })
})
