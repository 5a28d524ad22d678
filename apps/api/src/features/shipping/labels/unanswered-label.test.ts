/** A label that FedEx may have made without an answer is found, or given up by an admin, and never bought twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { fedexCarrier } from '#api/adapters/carrier/fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS, type SimulatedFailure } from '#api/adapters/carrier/fedex-server.fixture.ts'
import {
  createHandlers,
  createLabelRequest,
  type Handlers,
  REQUESTS_PATH,
  type RequestIds,
} from '#api/features/shipping/requests/label-requests.fixture.ts'
import type { Carrier, LabelOrder } from '#api/platform/ports/carrier.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let server: FakeFedex
let handlers: Handlers
let ids: RequestIds
let asAdmin: TestClient
let carrier: Carrier
/** Replaces the call for a label. */
let make: Carrier['make'] | undefined
beforeAll(async () => {
  portal = await startTestPortal()
  handlers = await createHandlers(portal)
  asAdmin = await portal.as(handlers.admin)
})
afterAll(() => portal.close())
beforeEach(async () => {
  server = await fakeFedex(Date.now)
  server.timeZone = 'America/Chicago'
  carrier = carrierWith(PATIENCE)
  make = undefined
  Object.assign(portal.ports, { carrier: { ...carrier, make: (order: LabelOrder) => (make ?? carrier.make)(order) } })
  ids = await createLabelRequest(portal, handlers)
  await update(`label_date = '2026-03-02'`)
  return async () => {
    await server.close()
    expect(server.schemaViolations).toEqual([])
  }
})

const PATIENCE = 20_000
const carrierWith = (timeoutMs: number) =>
  fedexCarrier({ url: server.url, ...KEYS, account: ACCOUNT, service: 'FEDEX_2_DAY' }, { timeoutMs })

/** FedEx fails in this way from now on. Only an answer that never comes is not waited for. */
const failWith = (failure: Parameters<FakeFedex['failWith']>[0]) => {
  server.failWith(failure)
  carrier = carrierWith(failure === 'silent' || failure === 'lost' ? 1500 : PATIENCE)
}

const to = (path: string, body: Record<string, unknown>) => asAdmin.post(`${REQUESTS_PATH}${ids.request}/${path}/`, body)
const order = () => to('make-label', { lab_id: ids.lab })
const check = (give_up = false) => to('check-label', { give_up })
const cancel = () => to('cancel-label', {})
const update = (set: string) => portal.owner.query(`update label_requests set ${set} where id = $1`, [ids.request])
/** As if the request for the label were older than a call of the carrier can be. */
const age = () => update(`carrier_asked_at = carrier_asked_at - interval '4 minutes'`)
const row = async () => (await asAdmin.get(`${REQUESTS_PATH}${ids.request}/`)).json()
const runLookUp = async () => {
  const jobs = `array(select id from graphile_worker.jobs where key like $1)`
  const key = `${portal.domainId}:shipping.look_up_label:${ids.request}:%`
  await portal.owner.query(`select graphile_worker.reschedule_jobs(${jobs}, now())`, [key])
  await portal.runJobs()
}
const bought = () => server.shipped.filter(({ cancelled }) => !cancelled).length
const dies = () => {
  throw new Error('The process dies here')
}

describe('a label without an answer', () => {
  test.each(['silent', 'broken', 'error'] as const)('%s: is found, and a new one needs its cancellation', async (failure) => {
    failWith(failure)
    expect((await order()).json()).toMatchObject({ carrier_state: 'unknown' })
    failWith(undefined)
    expect((await order()).statusCode).toBe(409)
    const tracking_number = server.shipped[0]?.number
    expect((await check()).json()).toMatchObject({ carrier_state: 'made', tracking_number, pdf_file: null })
    expect((await order()).statusCode).toBe(409)
    await cancel()
    expect((await order()).json()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
    expect([server.shipped.length, bought()]).toEqual([2, 1])
  })

  test.each([
    ['before FedEx is called', async () => dies(), 0],
    ['after FedEx has made it', async (wanted: LabelOrder) => carrier.make(wanted).then(dies), 1],
  ])('is left to the job and to admins if the process dies %s', async (_when, dying, labels) => {
    make = dying
    expect((await order()).statusCode).toBe(500)
    make = undefined
    expect((await check()).json().message).toMatch(/still waiting/)
    expect((await check(true)).statusCode).toBe(409)
    await runLookUp()
    expect(await row()).toMatchObject({ carrier_state: labels ? 'made' : 'unknown' })
    if (!labels) expect((await check(true)).json()).toMatchObject({ carrier_state: 'none' })
    expect([(await order()).statusCode, bought()]).toEqual(labels ? [409, 1] : [200, 1])
  })

  test('is found by an admin when the process died and the job has not run', async () => {
    make = async (wanted) => carrier.make(wanted).then(dies)
    await order()
    await age()
    expect((await check()).json()).toMatchObject({ carrier_state: 'made', tracking_number: server.shipped[0]?.number })
    await runLookUp()
    expect(bought()).toBe(1)
  })

  test.each(['asking', 'unknown'])('in the state %s is given up although FedEx cannot be searched', async (state) => {
    failWith('lost')
    await order()
    await update(`carrier_state = '${state}', carrier_asked_at = carrier_asked_at - interval '4 minutes'`)
    failWith('SYSTEM.UNAVAILABLE.EXCEPTION')
    const checked = await check()
    expect([checked.statusCode, checked.json().message]).toEqual([503, expect.stringMatching(/did not say whether/)])
    expect(await row()).toMatchObject({ carrier_state: state })
    const reference = `REQ${portal.domainId}-${ids.request}-1`
    expect((await check(true)).json()).toMatchObject({ carrier_state: 'none', message: expect.stringContaining(reference) })
  })

  test('says why it cannot be looked up: several labels, a later day, refused keys', async () => {
    failWith('lost')
    await order()
    const reason = async () => {
      const { statusCode, json } = await check()
      return [statusCode, json().message]
    }
    failWith('TRACKING.DATA.NOTUNIQUE')
    expect(await reason()).toEqual([503, expect.stringMatching(/more than one label/)])
    await update('label_date = current_date + 5')
    expect(await reason()).toEqual([503, expect.stringMatching(/from its ship date/)])
    await update('label_date = current_date - 1')
    server.refusesKeys = true
    failWith('expired_token')
    expect(await reason()).toEqual([503, expect.stringMatching(/refused the keys/)])
  })

  test('stays for an admin while FedEx cannot be searched, and is looked up again later', async () => {
    make = async (wanted) => carrier.make(wanted).then(dies)
    await order()
    failWith('SYSTEM.UNAVAILABLE.EXCEPTION')
    await runLookUp()
    expect(await row()).toMatchObject({ carrier_state: 'unknown' })
    failWith(undefined)
    await runLookUp()
    expect(await row()).toMatchObject({ carrier_state: 'made', tracking_number: server.shipped[0]?.number })
  })

  test.each<[string, SimulatedFailure | undefined, RegExp, string[]]>([
    ['is cancelled at FedEx', undefined, /given up. It was cancelled at the carrier/, []],
    [
      'is left to the admins if FedEx does not cancel it',
      'TRACKINGIDS.TRACKINGNUMBER.CLOSED',
      /given up. Cancel it at the carrier/,
      ['A discarded shipping label must be cancelled at the carrier'],
    ],
  ])('that arrives after it was given up %s', async (_what, failure, message, notices) => {
    const [called, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    make = async (wanted) => {
      called.resolve()
      await released.promise
      return carrier.make(wanted)
    }
    const late = order()
    await called.promise
    make = undefined
    await age()
    expect((await check(true)).json()).toMatchObject({ carrier_state: 'none' })
    const { tracking_number } = (await order()).json()
    failWith(failure)
    released.resolve()
    const { statusCode, json } = await late
    expect([statusCode, json().message]).toEqual([409, expect.stringMatching(message)])
    expect(server.shipped.map(({ number, cancelled }) => [number === tracking_number, cancelled])).toEqual([
      [true, false],
      [false, failure === undefined],
    ])
    expect(await row()).toMatchObject({ carrier_state: 'made', tracking_number })
    const { rows } = await portal.owner.query('select title from notices where user_id = $1 and path = $2 and title like $3', [
      ids.admin,
      `/labels/${ids.request}`,
      '%discarded%',
    ])
    expect(rows.map(({ title }) => title)).toEqual(notices)
  })
})
