/** The portal must end while requests run: each gets an answer that says what may have happened. */
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { paymentGateways } from '#api/adapters/payments/gateways.ts'
import { checkoutForm, createBuyer, paymentStateOf, reserveInvoice } from '#api/features/checkout/checkout.fixture.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { unfinishedRequests } from './unfinished-requests.ts'

const unfinished = unfinishedRequests()
/** The provider answers after `release`. */
const provider = { asked: Promise.withResolvers<void>(), release: Promise.withResolvers<void>() }

let portal: TestPortal
let admin: TestClient
let holder: pg.PoolClient

beforeAll(async () => {
  let pool: pg.Pool | undefined
  const payments = {
    ...paymentGateways({ pool: undefined as never, settingsOf: async () => ({}), simulates: false }),
    get embedded() {
      return embeddedGateway({
        pool: pool as pg.Pool,
        pauseAt: async (moment) => {
          if (moment !== 'after_charge') return
          provider.asked.resolve()
          await provider.release.promise
        },
      })
    },
  }
  portal = await startTestPortal({ payments }, { unfinished })
  pool = portal.pool
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
  holder = await portal.owner.connect()
})
afterAll(async () => {
  holder.release(true)
  await portal.close()
})

/** A request of these clients is sent only when its answer is awaited. */
const begin = <T>(answer: Promise<T>) => answer.then((each) => each)

/** Begins a request that waits for a table, and answers it before its end. Then the request goes on. */
async function cutOff(table: string, request: () => ReturnType<TestClient['get']>) {
  await holder.query(`begin; lock ${table} in access exclusive mode`)
  const answer = begin(request())
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await portal.owner.query(waiting)).rowCount).toBe(1)
  expect(unfinished.answerAll()).toBe(1)
  const { statusCode, headers, body } = await answer
  await holder.query('commit')
  return { status: statusCode, retryAfter: headers['retry-after'], body: JSON.parse(body) }
}

test('a read that is cut off may be sent again', async () => {
  expect(await cutOff('notices', () => admin.get('/api/v1/notices/?limit=10&offset=0'))).toEqual({
    status: 503,
    retryAfter: '2',
    body: { message: 'The portal is restarting. Try again in a moment.', code: 'unavailable' },
  })
})

test('a change that is cut off may or may not be saved', async () => {
  const question = { name: 'Ada', email: 'ada@mail.example', message: 'Is it saved?' }
  expect(await cutOff('questions', () => admin.post('/api/v1/contact/', question))).toEqual({
    status: 503,
    retryAfter: undefined,
    body: {
      message: 'The portal is restarting. It may or may not have saved this: check before you try again.',
      code: 'uncertain',
    },
  })
  await expect.poll(async () => (await portal.owner.query('select from questions')).rowCount).toBe(1)
})

test('a payment that is cut off says how to go on, and the same invoice is charged once', async () => {
  const { caller } = await createBuyer(portal)
  const invoice = await reserveInvoice(caller)
  const pay = () => begin(caller.post('/api/v1/transactions/', checkoutForm(invoice)))
  const paying = pay()
  await provider.asked.promise
  expect(unfinished.answerAll()).toBe(1)
  const answer = await paying
  expect([answer.statusCode, answer.json()]).toEqual([
    503,
    {
      message: 'The portal could not finish this in time. It may or may not be saved: check before you try again.',
      code: 'uncertain',
      error_message:
        'The portal is restarting, and this payment may have been made. Ask again with the same invoice: it is never charged twice.',
    },
  ])
  provider.release.resolve()
  await expect.poll(async () => (await pay()).json()).toMatchObject({ code: 'success' })
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
  expect(unfinished.answerAll()).toBe(0)
})
