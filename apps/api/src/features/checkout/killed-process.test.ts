/** Whenever the process dies, after the restart there is one charge and one sale, or none and a clear state. */
import { fork } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KilledPortalOrder, PaymentMoment } from '#api/testing/killed-portal.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'
import { aBuyer, aCard, aForm, aNewPatient, CVC, letTimePass, PAN, reserve, standOf } from './checkout.fixture.ts'

const PAY = '/api/v1/transactions/'

let portal: TestPortal
let buyer: Awaited<ReturnType<typeof aBuyer>>
let token: string

beforeAll(async () => {
  portal = await startTestPortal()
  buyer = await aBuyer(portal)
  token = await portal.tokenOf(buyer.center)
})
afterAll(() => portal.close())

const urlOf = (pool: TestPortal['pool']) => pool.options.connectionString as string

/** Runs a portal of its own up to the moment and kills it there, once it has written `said`; answers everything it wrote. */
function killAt(moment: PaymentMoment, form?: object, said = ''): Promise<string> {
  const order: KilledPortalOrder = {
    ownerUrl: urlOf(portal.owner),
    appUrl: urlOf(portal.pool),
    secretKey: portal.ports.secretKey,
    moment,
    ...(form && { payment: { token, identifier: 'acme', form } }),
  }
  const child = fork(new URL('../../testing/killed-portal.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    execArgv: [],
  })
  let written = ''
  let stopped = false
  const look = () => {
    if (stopped && written.includes(said)) child.kill('SIGKILL')
  }
  const hear = (chunk: Buffer) => {
    written += chunk
    look()
  }
  child.stdout?.on('data', hear)
  child.stderr?.on('data', hear)
  child.send(order)
  return new Promise((resolve, reject) => {
    child.once('message', () => {
      stopped = true
      look()
    })
    child.once('close', (code) => (stopped ? resolve(written) : reject(new Error(`It ended by itself (${code}): ${written}`))))
  })
}

/** What the workers of the restarted portal do in the time to come. */
async function afterRestart(looks: number) {
  for (let look = 0; look < looks; look++) {
    await letTimePass(portal)
    await portal.runJobs()
  }
}

const stateOf = async (invoice: string) => (await buyer.caller.get(`/api/v1/checkout-attempts/${invoice}/`)).json().state
const countOf = async (text: string, value: unknown) => (await portal.owner.query(text, [value])).rows[0].n
const patients = (email: string) => countOf('select count(*)::int as n from users where email = $1', email)
const receipts = (invoice: string) =>
  countOf(`select count(*)::int as n from mail_outbox where subject = 'Receipt ' || $1`, invoice)

describe('a payment whose process is killed', { timeout: 60_000 }, () => {
  test('before the attempt is written down never happened, and may be sent again', async () => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, aNewPatient())
    await killAt('before_attempt_commits', form)
    await afterRestart(1)
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: [] })
    expect(await stateOf(invoice)).toBe('none')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('success')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  })

  test('before the charge is never charged, and comes before a person', async () => {
    const invoice = await reserve(buyer.caller)
    const form = aForm(invoice, aNewPatient())
    await killAt('before_charge', form)
    expect(await stateOf(invoice)).toBe('processing')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
    await afterRestart(1)
    expect(await stateOf(invoice)).toBe('confirming')
    await afterRestart(5)
    expect(await standOf(portal, invoice)).toEqual({ charges: 0, sales: 0, states: ['review'] })
    expect(await stateOf(invoice)).toBe('review')
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('in_progress')
  })

  test.each(['after_charge', 'after_answer', 'before_sale_commits'] as const)('%s is finished by the queue', async (moment) => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    const form = aForm(invoice, patient)
    await killAt(moment, form)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    // Its request still has the lease: nothing is done yet.
    await portal.runJobs()
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    await afterRestart(1)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
    expect((await buyer.caller.post(PAY, form)).json()).toMatchObject({ code: 'success', invoice_id: invoice })
    await afterRestart(2)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await receipts(invoice)).toBe(2)
  })

  test.each(['after_sale_commits', 'after_response'] as const)('%s is done already', async (moment) => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    const form = aForm(invoice, patient)
    await killAt(moment, form)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect((await buyer.caller.post(PAY, form)).json().code).toBe('success')
    await afterRestart(2)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect([await stateOf(invoice), await patients(patient.email), await receipts(invoice)]).toEqual(['success', 1, 2])
  })

  test('again while it is being finished is finished once', async () => {
    const invoice = await reserve(buyer.caller)
    const patient = aNewPatient()
    await killAt('after_charge', aForm(invoice, patient))
    await letTimePass(portal)
    await killAt('before_sale_commits')
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 0, states: ['sending'] })
    // The queue keeps the dead worker's job locked for hours; the look that was put on it before is taken anyway.
    await afterRestart(1)
    expect(await standOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
    expect(await patients(patient.email)).toBe(1)
  })
})

/** Moments and made-up ids have any four digits sooner or later: they are no card's code. */
const MOMENT = '\\d{4}-\\d\\d-\\d\\d[ T]\\d\\d:\\d\\d:\\d\\d(\\.\\d+)?'
const UUID = '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const chance = `${MOMENT}|${UUID}`
/** What a line of the log counts and measures. */
const counted = /"(pid|time|ms|responseTime)":[\d.]+/g

/** Rows of any table, the queue's included, that hold the card's number (as text or bytes) or, as a word of its own, its code. */
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

test('nothing of a card is in any table or line of a log, however a payment ends', { timeout: 60_000 }, async () => {
  for (const zip of ['30301', '46282', '46291', '46292', '46293', '46294']) {
    await buyer.caller.post(PAY, aForm(await reserve(buyer.caller), { zip, ...aNewPatient() }))
  }
  for (const values of [{ total_amount: 1 }, { product_id: 99 }, { email: 'x' }, { credit_card: aCard({ cvc: 'x' }) }]) {
    await buyer.caller.post(PAY, aForm(await reserve(buyer.caller), values))
  }
  const written = [
    await killAt('after_response', aForm(await reserve(buyer.caller)), PAY),
    await killAt('before_sale_commits', aForm(await reserve(buyer.caller))),
  ]
  await afterRestart(6)
  expect(await rowsWithCard()).toEqual([])
  expect(written.join('\n').replace(new RegExp(chance, 'g'), '').replace(counted, '')).not.toMatch(
    new RegExp(`${PAN}|\\b${CVC}\\b`),
  )
  // The search itself would find one.
  for (const part of [PAN, CVC]) {
    await portal.owner.query('update users set phone_number = $1 where id = $2', [part, buyer.rep])
    expect(await rowsWithCard()).not.toEqual([])
  }
})
