import { CHECKOUT_CONFIRMING } from '@vialdesk/contract/money/checkout'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  lastAttemptOf,
  makeLookupsDue,
  newPatientFields,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { gatewayReference } from '#api/platform/ports/payments.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import type { Attempt } from './attempts.queries.ts'
import { charge, lookUpPayment } from './charge.commands.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
})
afterAll(() => portal.close())

test('the log, and not the result, contains the reason of a failed charge', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const broken = { ...portal.ports.payments.embedded, charge: () => Promise.reject(new Error('the line to the provider is cut')) }
  const attempt = { id: 'a', ref_id: 'V-1', amount_cents: 100, gateway: 'embedded' } as Attempt
  const source = { kind: 'saved', customerId: '1', cardId: '1' } as const
  const result = await charge(
    { ...portal.ports, payments: { ...portal.ports.payments, embedded: broken } },
    portal.domainId,
    attempt,
    source,
    {
      ip: null,
      log,
    },
  )
  expect(result).toMatchObject({ kind: 'unknown', code: 'network' })
  expect(lines.join('')).toContain('the line to the provider is cut')
})

test('the log contains the reason of a failed lookup', async () => {
  const lines: string[] = []
  const log = pino({}, { write: (line: string) => void lines.push(line) })
  const broken = { ...portal.ports.payments.embedded, get: () => Promise.reject(new Error('the line to the provider is cut')) }
  const sent = { id: 'a', gateway: 'embedded', gateway_trans_id: '7', amount_cents: 100 } as Attempt
  const result = await lookUpPayment(
    { ports: { ...portal.ports, payments: { ...portal.ports.payments, embedded: broken } }, log },
    portal.domainId,
    sent,
  )
  expect(result).toMatchObject({ kind: 'unknown', code: 'unavailable' })
  expect(lines.join('')).toContain('the line to the provider is cut')
})

describe('a payment with an unknown result', () => {
  const lookUpOnce = async () => {
    await makeLookupsDue(portal)
    await portal.runJobs()
  }

  test.each([
    ['46291', 'the answer never arrived', { charges: 1, sales: 1, states: ['approved'] }, 'success'],
    ['46292', 'the request never arrived', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46293', 'a proxy answered', { charges: 0, sales: 0, states: ['review'] }, 'review'],
    ['46294', 'it was held for review', { charges: 0, sales: 0, states: ['review'] }, 'review'],
  ])('(zip %s) ends as a sale or in review when %s', async (zip, _why, end, state) => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, { zip, ...newPatientFields() })
    const answer = await buyer.caller.post(PAY, form)
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      {
        code: 'pending',
        message: CHECKOUT_CONFIRMING,
        error_message: '',
        invoice_id: invoice,
        transaction_id: null,
        purchase: null,
      },
    ])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe('confirming')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
    for (let lookups = 0; lookups < 5; lookups++) await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual(end)
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe(state)
    await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual(end)
  })

  test.each([
    ['timeout', { charges: 0, sales: 0, states: ['unknown'] }, 'confirming', 'in_progress'],
    ['network', { charges: 0, sales: 0, states: ['rejected'] }, 'interrupted', 'success'],
  ] as const)('(%s) ends in the same way after a lookup that failed', async (code, end, state, again) => {
    const invoice = await reserveInvoice(buyer.caller)
    const payments = portal.ports.payments.embedded
    const unanswered = { kind: 'unknown', code, userMessage: '', raw: {} } as const
    portal.ports.payments.embedded = {
      ...payments,
      charge: () => Promise.resolve(unanswered),
      find: () => Promise.reject(new Error('the line to the provider is cut')),
    }
    const form = checkoutForm(invoice, newPatientFields())
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('pending')
    await lookUpOnce()
    portal.ports.payments.embedded = payments
    expect(await lastAttemptOf(portal, invoice)).toMatchObject({ status: 'unknown', checks: 1, outcome_code: code })
    await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual(end)
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe(state)
    expect((await buyer.caller.post(PAY, form)).json().code).toBe(again)
  })

  test('asks to try again, and does not blame the card, when the gateway has closed its invoice', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const invoiceNumber = gatewayReference(portal.domainId, invoice)
    await portal.ports.payments.embedded.closeUncharged?.({ domainId: portal.domainId, invoiceNumber })
    const form = checkoutForm(invoice, newPatientFields())
    const answer = await buyer.caller.post(PAY, form)
    expect([answer.statusCode, answer.json().code]).toEqual([503, 'unavailable'])
    expect((await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state).toBe('interrupted')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('success')
  })

  test('is looked up after 1, 5, 30, 120 and 480 minutes, not sooner', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await buyer.caller.post(PAY, checkoutForm(invoice, { zip: '46292' }))
    const minutes: (number | null)[] = []
    // A finished job may not be deleted yet when its run ends, so only unlocked jobs are counted.
    for (let lookups = 0; lookups < 6; lookups++) {
      await portal.runJobs()
      const { rows } = await portal.owner.query(
        `select checks, round(extract(epoch from next_check_at - now()) / 60)::int as minutes,
           (select count(*)::int
             from graphile_worker._private_jobs j
             where j.key = a.domain_id || ':checkout.look_up_payment:' || a.id and j.locked_at is null) as jobs
         from checkout_attempts a
         where invoice_id = $1`,
        [invoice],
      )
      expect(rows[0]).toMatchObject({ checks: lookups, jobs: lookups < 5 ? 1 : 0 })
      minutes.push(rows[0].minutes)
      await lookUpOnce()
    }
    expect(minutes).toEqual([1, 5, 30, 120, 480, null])
  })

  test('is approved when the provider releases a held payment', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await buyer.caller.post(PAY, checkoutForm(invoice, { zip: '46294' }))
    const { gateway_trans_id: transId, status } = await lastAttemptOf(portal, invoice)
    expect(status).toBe('held')
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'captured', captured_at = now() where id = $1`, [
      transId,
    ])
    await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('is declined when the provider declines it later, and may be tried again', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    await buyer.caller.post(PAY, checkoutForm(invoice, { zip: '46294' }))
    await portal.owner.query(`update gateway_sim.sim_transactions set status = 'declined' where invoice_number = $1`, [
      gatewayReference(portal.domainId, invoice),
    ])
    await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['declined'] })
    expect((await buyer.caller.post(PAY, checkoutForm(invoice))).json().code).toBe('success')
  })

  test('is pending, not failed, when the result cannot be saved at the moment', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const payments = portal.ports.payments.embedded
    const block =
      "create or replace function fall_over() returns trigger language plpgsql as $$ begin raise exception using errcode = '57014'; end $$"
    await portal.owner.query(block)
    portal.ports.payments.embedded = {
      ...payments,
      charge: async (order) => {
        await portal.owner.query(
          'create trigger fall_over before insert on transactions for each row execute function fall_over()',
        )
        return payments.charge(order)
      },
    }
    const answer = await buyer.caller.post(PAY, checkoutForm(invoice))
    portal.ports.payments.embedded = payments
    await portal.owner.query('drop trigger fall_over on transactions')
    expect(answer.json().code).toBe('pending')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    await lookUpOnce()
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })
})
