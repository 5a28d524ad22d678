/** PostgreSQL is suspended while requests run. Time passes only when a test says so, so a busy machine changes nothing. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import {
  checkoutForm,
  createBuyer,
  makeLookupsDue,
  paymentStateOf,
  reserveInvoice,
} from '#api/features/checkout/checkout.fixture.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { type OwnCluster, startOwnCluster } from '#api/testing/own-cluster.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

/** Milliseconds in which each request is answered, whatever it waits for. */
const MOST_MS = 15_000
const STEP_MS = 100

let cluster: OwnCluster
let portal: TestPortal
let admin: TestClient
let patientId: number

beforeAll(async () => {
  cluster = await startOwnCluster()
  portal = await startTestPortal({}, { database: cluster.database })
  patientId = await portal.seed((db) => createPatient(db))
  admin = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
})
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
  cluster.resume()
})
afterAll(async () => {
  await portal.close()
  await cluster.stop()
})

/** Lets time pass until the answers are there, which takes no more than the limit. */
async function inTime<T>(answers: Promise<T>): Promise<T> {
  let isAnswered = false
  const done = answers.finally(() => {
    isAnswered = true
  })
  for (let ms = 0; ms < MOST_MS && !isAnswered; ms += STEP_MS) await vi.advanceTimersByTimeAsync(STEP_MS)
  expect(isAnswered).toBe(true)
  return done
}

/** PostgreSQL answers again, and time passes by itself. */
function resume(): void {
  vi.useRealTimers()
  cluster.resume()
}

const question = { name: 'Ada', email: 'ada@mail.example', message: 'Does the database hang?' }
const wrongLogin = { email: 'nobody@mail.example', password: 'wrong-password' }

/** More than there are connections: lists, which wait for a turn, audited reads, changes, and requests of guests. */
const sendAll = () =>
  Promise.all(
    Array.from({ length: 10 }, () => [
      admin.get('/api/v1/users/patient/list/'),
      admin.get(`/api/v1/users/${patientId}/`),
      admin.patch(`/api/v1/users/${patientId}/`, { city: 'Atlanta' }),
      portal.guest.post('/auth/login/', wrongLogin),
    ])
      .flat()
      .map(async (answer) => (await answer).statusCode),
  )
const answersOf = (...four: number[]) => Array.from({ length: 10 }, () => four).flat()
const allGood = answersOf(200, 200, 200, 401)

test('answers every request with 503 in time while PostgreSQL hangs, and serves all of them right after it', async () => {
  expect(await sendAll()).toEqual(allGood)
  cluster.suspend()
  expect((await portal.guest.get('/healthz')).statusCode).toBe(200)
  const late = sendAll()
  expect((await inTime(portal.guest.get('/readyz'))).statusCode).toBe(503)
  expect(await inTime(late)).toEqual(answersOf(503, 503, 503, 503))
  // All connections that were in use are broken by now, so each request waits for a new one.
  expect(await inTime(sendAll())).toEqual(answersOf(503, 503, 503, 503))
  resume()
  await expect.poll(sendAll).toEqual(allGood)
  expect((await portal.guest.get('/readyz')).statusCode).toBe(200)
  const { pool } = portal
  await expect.poll(() => [pool.waitingCount, pool.totalCount - pool.idleCount]).toEqual([0, 0])
  expect(pool.totalCount).toBeLessThanOrEqual(20)
})

/** A request of these clients is sent only when its answer is awaited. */
const begin = <T>(answer: Promise<T>) => answer.then((each) => each)

/** Suspends PostgreSQL when a statement of the portal waits for an advisory lock that the test holds. */
async function suspendAtLock(statement: string): Promise<() => Promise<void>> {
  const holder = await portal.owner.connect()
  await holder.query('select pg_advisory_lock(1)')
  await holder.query(statement)
  return async () => {
    const waiting = `select from pg_stat_activity where wait_event = 'advisory' and datname = current_database()`
    await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
    cluster.suspend()
    holder.release(true)
  }
}

test('says that it is uncertain whether a change was saved if its commit gets no answer', async () => {
  const suspend = await suspendAtLock(`
    create function wait_for_test() returns trigger language plpgsql security definer as $$
      begin perform pg_advisory_lock_shared(1); return null; end $$;
    create constraint trigger slow_commit after insert on questions deferrable initially deferred
      for each row execute function wait_for_test()`)
  const sent = begin(admin.post('/api/v1/contact/', { ...question, message: 'Is it saved?' }))
  await suspend()
  const answer = await inTime(sent)
  expect([answer.statusCode, answer.headers['retry-after'], answer.json()]).toEqual([
    503,
    undefined,
    {
      message: 'The portal could not finish this in time. It may or may not be saved: check before you try again.',
      code: 'uncertain',
    },
  ])
  resume()
  // PostgreSQL goes on with the commit, although nobody waits for it.
  const saved = () => portal.owner.query(`select from questions where message = 'Is it saved?'`)
  await expect.poll(async () => (await saved()).rowCount).toBe(1)
  await portal.owner.query('drop trigger slow_commit on questions')
})

test('a payment that hangs before its charge is uncertain, and the same invoice is paid once', async () => {
  const buyer = await createBuyer(portal)
  const invoice = await reserveInvoice(buyer.caller)
  const pay = () => begin(buyer.caller.post('/api/v1/transactions/', checkoutForm(invoice)))
  const suspend = await suspendAtLock(`
    create function wait_before_attempt() returns trigger language plpgsql security definer as $$
      begin perform pg_advisory_lock_shared(1); return new; end $$;
    create trigger slow_attempt before insert on checkout_attempts for each row execute function wait_before_attempt()`)
  const paying = pay()
  await suspend()
  expect((await inTime(paying)).json()).toMatchObject({ code: 'uncertain', error_message: expect.any(String) })
  resume()
  await portal.owner.query('drop trigger slow_attempt on checkout_attempts')
  expect((await pay()).json()).toMatchObject({ code: 'success', invoice_id: invoice })
  expect(await paymentStateOf(portal, invoice)).toEqual({ charges: 1, sales: 1, states: ['approved'] })
})

test('a payment whose result cannot be saved in time is pending, and is recorded once after the hang', async () => {
  const buyer = await createBuyer(portal)
  const invoice = await reserveInvoice(buyer.caller)
  const suspend = await suspendAtLock(`
    create function wait_before_sale() returns trigger language plpgsql security definer as $$
      begin perform pg_advisory_lock_shared(1); return new; end $$;
    create trigger slow_sale before insert on transactions for each row execute function wait_before_sale()`)
  const paying = begin(buyer.caller.post('/api/v1/transactions/', checkoutForm(invoice)))
  await suspend()
  expect((await inTime(paying)).json()).toMatchObject({ code: 'pending', invoice_id: invoice })
  resume()
  await portal.owner.query('drop trigger slow_sale on transactions')
  await expect
    .poll(async () => {
      await makeLookupsDue(portal, invoice)
      await portal.runJobs()
      return paymentStateOf(portal, invoice)
    })
    .toMatchObject({ charges: 1, sales: 1, states: ['approved'] })
})
