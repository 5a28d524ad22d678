import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/checkout'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import type { Attempt } from './attempts.queries.ts'
import { charge, lookUp } from './charge.commands.ts'
import { aBuyer, aForm, aNewPatient, attemptOf, letTimePass, reserve, standOf } from './checkout.fixture.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof aBuyer>>

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await aBuyer(portal)
})
afterAll(() => portal.close())

test('why the provider could not be asked is in the log, and told to nobody', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const broken = { ...portal.ports.payments, charge: () => Promise.reject(new Error('the line to the provider is cut')) }
  const attempt = { id: 'a', ref_id: 'V-1', amount_cents: 100 } as Attempt
  const source = { kind: 'saved', customerId: '1', cardId: '1' } as const
  const fate = await charge({ ...portal.ports, payments: broken }, portal.domainId, attempt, source, { ip: null, log })
  expect(fate).toMatchObject({ kind: 'unknown', code: 'network' })
  expect(lines.join('')).toContain('the line to the provider is cut')
})

test('why the provider could not be asked what became of a payment is in the log, too', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const broken = { ...portal.ports.payments, get: () => Promise.reject(new Error('the line to the provider is cut')) }
  const sent = { id: 'a', gateway: portal.ports.gatewayName, gateway_trans_id: '7', amount_cents: 100 } as Attempt
  const fate = await lookUp({ ports: { ...portal.ports, payments: broken }, log }, portal.domainId, sent)
  expect(fate).toMatchObject({ kind: 'unknown', code: 'unavailable' })
  expect(lines.join('')).toContain('the line to the provider is cut')
})

describe('a payment whose fate is not known', () => {
  const look = async () => {
    await letTimePass(portal)
    await portal.runJobs()
  }

  test.each([
    ['46291', 'the answer never arrived', { charges: 1, sales: 1, states: ['approved'] }, 'success'],
    ['46292', 'the request never arrived', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46293', 'a proxy answered', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46294', 'it was held for review', { charges: 0, sales: 0, states: ['review'] }, 'review'],
  ])('(zip %s) because %s ends well or before a person', async (zip, _why, end, state) => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, { zip, ...aNewPatient() })
    const answer = await buyer.caller.post(PAY, form)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { code: 'pending', message: CHECKOUT_CONFIRMING, error_message: '', invoice_id: invoice, transaction_id: null },
    ])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe('confirming')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
    for (let looks = 0; looks < 5; looks++) await look()
    expect(await standOf(portal, invoice)).toEqual(end)
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe(state)
    await look()
    expect(await standOf(portal, invoice)).toEqual(end)
  })

  test('is looked up after 1, 5, 30, 120 and 480 minutes, not sooner', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46292' }))
    const minutes: (number | null)[] = []
    // A job that is done is still being deleted when its run ends; only those that wait count.
    for (let looks = 0; looks < 6; looks++) {
      await portal.runJobs()
      const { rows } = await portal.owner.query(
        `select checks, round(extract(epoch from next_check_at - now()) / 60)::int as minutes,
           (select count(*)::int from graphile_worker._private_jobs j where j.key = 'checkout.settle:' || a.id and j.locked_at is null) as jobs from checkout_attempts a where invoice_id = $1`,
        [invoice],
      )
      expect(rows[0]).toMatchObject({ checks: looks, jobs: 1 })
      minutes.push(rows[0].minutes)
      await look()
    }
    expect(minutes).toEqual([1, 5, 30, 120, 480, null])
  })

  test('is approved when the provider lets go of it', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46294' }))
    const { gateway_trans_id: transId, status } = await attemptOf(portal, invoice)
    expect(status).toBe('held')
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'captured', captured_at = now() where id = $1`, [
      transId,
    ])
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('is declined when the provider says so later, and may be tried again', async () => {
    const invoice = await reserve(buyer.caller)
    await buyer.caller.post(PAY, aForm(invoice, { zip: '46294' }))
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'declined' where invoice_number = $1`, [invoice])
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['declined'] })
    expect((await buyer.caller.post(PAY, aForm(invoice))).json().code).toBe('success')
  })

  test('is pending, not failed, when the answer can not be written down just now', async () => {
    const invoice = await reserve(buyer.caller)
    const { payments } = portal.ports
    const block =
      "create or replace function fall_over() returns trigger language plpgsql as $$ begin raise exception using errcode = '57014'; end $$"
    await portal.owner.query(block)
    portal.ports.payments = {
      ...payments,
      charge: async (order) => {
        await portal.owner.query(
          'create trigger fall_over before insert on transactions for each row execute function fall_over()',
        )
        return payments.charge(order)
      },
    }
    const answer = await buyer.caller.post(PAY, aForm(invoice))
    portal.ports.payments = payments
    await portal.owner.query('drop trigger fall_over on transactions')
    expect(answer.json().code).toBe('pending')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    await look()
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })
})
