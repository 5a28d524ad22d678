/** At whatever step the process is killed, the restart ends with one charge and one sale, or none and a clear state. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  CVC,
  cardFields,
  checkoutForm,
  createBuyer,
  makeLookupsDue,
  newPatientFields,
  PAN,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { killPortal } from '#api/testing/kill-portal.ts'
import type { PaymentMoment } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof createBuyer>>
let token: string

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await createBuyer(portal)
  token = await portal.tokenOf(buyer.center)
})
afterAll(() => portal.close())

/** Runs a separate portal up to the moment, kills it there once its output contains `expected`, and returns its output. */
const killAt = (moment: PaymentMoment, form?: object, expected = '') =>
  killPortal(portal, { moment, ...(form && { payment: { token, identifier: 'acme', form } }) }, expected)

/** Runs the jobs of the restarted portal, once for each due lookup. */
async function afterRestart(lookups: number) {
  for (let n = 0; n < lookups; n++) {
    await makeLookupsDue(portal)
    await portal.runJobs()
  }
}

const stateOf = async (invoice: string) => (await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state
const countOf = async (text: string, value: unknown) => (await portal.owner.query(text, [value])).rows[0].n
const patients = (email: string) => countOf('select count(*)::int as n from users where email = $1', email)
const receipts = (invoice: string) =>
  countOf(`select count(*)::int as n from mail_outbox where subject = 'Receipt ' || $1`, invoice)

describe('a payment whose process is killed', { timeout: 60_000 }, () => {
  test('leaves nothing when it is killed before the attempt is saved, and may be sent again', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, newPatientFields())
    await killAt('before_attempt_commits', form)
    await afterRestart(1)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [] })
    expect(await stateOf(invoice)).toBe('none')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('success')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('is never charged when it is killed before the charge, and goes to review', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const form = checkoutForm(invoice, newPatientFields())
    await killAt('before_charge', form)
    expect(await stateOf(invoice)).toBe('processing')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
    await afterRestart(1)
    expect(await stateOf(invoice)).toBe('confirming')
    await afterRestart(5)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['review'] })
    expect(await stateOf(invoice)).toBe('review')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
  })

  test.each(['after_charge', 'after_answer', 'before_sale_commits'] as const)(
    'is finished by the queue when it is killed at %s',
    async (moment) => {
      const invoice = await reserveInvoice(buyer.caller)
      const patient = newPatientFields()
      const form = checkoutForm(invoice, patient)
      await killAt(moment, form)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
      // The lease of the request has not ended, so the job does nothing yet.
      await portal.runJobs()
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
      await afterRestart(1)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
      expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
      expect((await buyer.caller.post(PAY, form)).json()).toMatchObject({ code: 'success', invoice_id: invoice })
      await afterRestart(2)
      expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
      expect(await receipts(invoice)).toBe(2)
    },
  )

  test.each(['after_sale_commits', 'after_response'] as const)('is complete when it is killed at %s', async (moment) => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    const form = checkoutForm(invoice, patient)
    await killAt(moment, form)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('success')
    await afterRestart(2)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
  })

  test('is recorded once when it is killed again during recovery', async () => {
    const invoice = await reserveInvoice(buyer.caller)
    const patient = newPatientFields()
    await killAt('after_charge', checkoutForm(invoice, patient))
    await makeLookupsDue(portal)
    await killAt('before_sale_commits')
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    // The queue keeps the dead worker's job locked for hours. The lookup that was queued before still runs.
    await afterRestart(1)
    expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await patients(patient.email)).toBe(1)
  })
})

/** Times and random ids may contain the four digits of the security code by chance. */
const MOMENT = '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?'
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const chance = `${MOMENT}|${UUID}`
/** Numbers in log lines that may contain those digits, too. */
const counted = /"(pid|time|ms|responseTime)":[\d.]+/g

/** Rows of all tables, with the queue's, that contain the card number (as text or bytes) or the security code (as a word). */
async function rowsWithCard(): Promise<string[]> {
  const { rows: tables } = await portal.owner.query<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not like 'pg\\_%' and n.nspname <> 'information_schema'`,
  )
  expect(tables.length).toBeGreaterThan(30)
  const bytes = Buffer.from(PAN).toString('hex')
  const found = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await portal.owner.query(
        `select $2 || ': ' || x::text as row from ${name} x where regexp_replace(x::text, $3, '', 'g') ~ $1`,
        [`${PAN}|${bytes}|\\m${CVC}\\M`, name, chance],
      )
      return rows.map(({ row }) => row)
    }),
  )
  return found.flat()
}

test('stores no card data in a table or log line, whatever the result of a payment', { timeout: 60_000 }, async () => {
  for (const zip of ['30301', '46282', '46291', '46292', '46293', '46294']) {
    await buyer.caller.post(PAY, checkoutForm(await reserveInvoice(buyer.caller), { zip, ...newPatientFields() }))
  }
  for (const values of [{ total_amount: 1 }, { product_id: 99 }, { email: 'x' }, { credit_card: cardFields({ cvc: 'x' }) }]) {
    await buyer.caller.post(PAY, checkoutForm(await reserveInvoice(buyer.caller), values))
  }
  const written = [
    await killAt('after_response', checkoutForm(await reserveInvoice(buyer.caller)), PAY),
    await killAt('before_sale_commits', checkoutForm(await reserveInvoice(buyer.caller))),
  ]
  await afterRestart(6)
  expect(await rowsWithCard()).toEqual([])
  expect(written.join('\n').replace(new RegExp(chance, 'g'), '').replace(counted, '')).not.toMatch(
    new RegExp(`${PAN}|\\b${CVC}\\b`),
  )
  // Proves that the search finds card data.
  for (const part of [PAN, CVC]) {
    await portal.owner.query('update users set phone_number = $1 where id = $2', [part, buyer.rep])
    expect(await rowsWithCard()).not.toEqual([])
  }
})
