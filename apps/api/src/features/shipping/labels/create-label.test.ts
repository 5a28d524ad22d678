import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import {
  createHandlers,
  createLabelRequest,
  type Handlers,
  REQUESTS_PATH,
  type RequestIds,
} from '#api/features/shipping/requests/label-requests.fixture.ts'
import { type Carrier, CarrierUnavailable, type LabelOrder, type LabelOutcome } from '#api/platform/ports/carrier.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let handlers: Handlers
let ids: RequestIds
let asAdmin: TestClient
/** Replace the carrier's own answers if set. */
let made: ((outcome: LabelOutcome) => LabelOutcome) | undefined
let found: Carrier['find'] | undefined
let tracked: Carrier['track'] | undefined
/** Runs before the carrier makes the label. */
let pause: () => Promise<void>
let makes = 0
/** The last one that the carrier got, and the PDF that it made. */
let ordered: LabelOrder
let printed: Buffer
beforeAll(async () => {
  portal = await startTestPortal()
  handlers = await createHandlers(portal)
  asAdmin = await portal.as(handlers.admin)
  const carrier = embeddedCarrier({ pool: portal.pool, now: () => Date.now() + later })
  Object.assign(portal.ports, {
    carrier: {
      ...carrier,
      make: async (order) => {
        makes += 1
        await pause()
        const outcome = await carrier.make(order)
        ordered = order
        if (outcome.kind === 'made') printed = outcome.pdf
        return made?.(outcome) ?? outcome
      },
      find: (wanted) => (found ?? carrier.find)(wanted),
      track: (label) => (tracked ?? carrier.track)(label),
    } satisfies Carrier,
  })
})
afterAll(() => portal.close())
let later = 0
beforeEach(async () => {
  ;[made, found, tracked, makes, later, pause] = [undefined, undefined, undefined, 0, 0, async () => {}]
  ids = await createLabelRequest(portal, handlers)
})

const row = async () => (await (await portal.as(ids.center)).get(REQUESTS_PATH)).json().results[0]
const LABEL = { tracking_number: '7946 1', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=79461' }
const patch = (body: Record<string, unknown>) => asAdmin.patch(`${REQUESTS_PATH}${ids.request}/`, body)
const trackingJobs = async (): Promise<number[]> => {
  const { rows } = await portal.owner.query(
    `select j.id
     from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'shipping.track' and j.payload -> 'data' ->> 'request_id' = $1`,
    [String(ids.request)],
  )
  return rows.map(({ id }) => id)
}
/** Runs the postponed tracking jobs now. */
const runTracking = async () => {
  await portal.owner.query('select graphile_worker.reschedule_jobs($1, now())', [await trackingJobs()])
  await portal.runJobs()
}

describe('POST /api/v1/fedex-requests/{id}/make-label/', () => {
  const make = (body: Record<string, unknown> = {}, by = asAdmin) =>
    by.post(`${REQUESTS_PATH}${ids.request}/make-label/`, { lab_id: ids.lab, ...body })
  const check = (body: Record<string, unknown> = {}, by = asAdmin) => by.post(`${REQUESTS_PATH}${ids.request}/check-label/`, body)

  /** Orders a label while PostgreSQL has no space for some rows. */
  const makeWithoutSpace = async (rows: string) => {
    await portal.owner.query(`
      create function no_space() returns trigger language plpgsql as $$
        begin raise exception 'no space left on device' using errcode = '53100'; end $$;
      create trigger no_space before ${rows} execute function no_space()`)
    const { statusCode, headers, body } = await make()
    await portal.owner.query('drop function no_space cascade')
    return [statusCode, headers['retry-after'], JSON.parse(body).code, makes]
  }

  test('says that it is uncertain what was saved if PostgreSQL refuses anything after the label was made', async () => {
    expect(await makeWithoutSpace('update on label_requests for each row')).toEqual([503, '2', 'unavailable', 0])
    expect(await makeWithoutSpace('insert on stored_files for each row')).toEqual([503, undefined, 'uncertain', 1])
    expect((await make()).json().message).toContain('The carrier has not answered yet')
  })

  test('says that it is uncertain what was saved if the read of its answer cannot be audited', async () => {
    const seen = `insert on audit_log for each row when (new.type = 'patient.seen')`
    expect(await makeWithoutSpace(seen)).toEqual([503, undefined, 'uncertain', 1])
    expect(await row()).toMatchObject({ carrier_state: 'made' })
  })

  test('makes the label with number, link and PDF, and tracks the parcel until delivery', async () => {
    const answer = await make({ format: 'letter' })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { carrier_state: 'made', tracking_status: 'label_made' }])
    const { pdf_file, tracking_number, tracking_link } = answer.json()
    expect([tracking_number, tracking_link]).toEqual([expect.stringMatching(/^SIM/), expect.stringContaining(tracking_number)])
    expect((await asAdmin.get(`/media/fedex-label/${pdf_file}`)).rawPayload.equals(printed)).toBe(true)
    expect(ordered).toMatchObject({ format: 'letter', from: { company: 'Acme Clinic' }, to: { company: 'Acme Lab' } })
    expect(JSON.stringify(ordered)).not.toContain('Person')
    later = 25 * 3_600_000
    await runTracking()
    expect(await row()).toMatchObject({
      tracking_status: 'delivered',
      tracking_text: 'Delivered',
      tracked_at: expect.any(String),
    })
  })

  test.each([
    ['requested long ago and made now', 90, 0, 90, 'delivered'],
    ['made long ago for a recent ship date', 90, 90, 3, 'delivered'],
    ['made long ago for an old ship date', 90, 90, 60, 'label_made'],
  ])('tracks a parcel as long as it can be on its way: label %s', async (_what, created, made_at, day, status) => {
    await make()
    later = 25 * 3_600_000
    await portal.owner.query(
      `update label_requests set created_at = now() - $2 * interval '1 day', carrier_asked_at = now() - $3 * interval '1 day',
         label_date = current_date - $4::int where id = $1`,
      [ids.request, created, made_at, day],
    )
    await runTracking()
    expect(await row()).toMatchObject({ tracking_status: status })
  })

  test('tracks again later while the carrier cannot be reached, however long that lasts', async () => {
    await make()
    later = 25 * 3_600_000
    tracked = async () => {
      throw new CarrierUnavailable('gone')
    }
    for (let hours = 0; hours < 2; hours++) await runTracking()
    expect(await row()).toMatchObject({ tracking_status: 'label_made' })
    const { rows } = await portal.owner.query(
      'select attempts, last_error from graphile_worker._private_jobs where id = any($1)',
      [await trackingJobs()],
    )
    expect(rows, 'no try of the next run is used up').toEqual([{ attempts: 0, last_error: null }])
    tracked = undefined
    await runTracking()
    expect(await row()).toMatchObject({ tracking_status: 'delivered' })
  })

  test('makes one label for many concurrent clicks', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => make()))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect([makes, (await make()).statusCode]).toEqual([1, 409])
  })

  test('looks a label up after a call without an answer, and never orders twice', async () => {
    made = () => ({ kind: 'unknown', code: 'timeout' })
    found = async () => undefined
    expect((await make()).json()).toMatchObject({ carrier_state: 'unknown', message: expect.stringMatching(/has not answered/) })
    expect((await make()).statusCode).toBe(409)
    expect((await check()).json()).toMatchObject({
      carrier_state: 'unknown',
      message: expect.stringMatching(/does not have this label yet/),
    })
    found = undefined
    expect((await check()).json()).toMatchObject({
      carrier_state: 'made',
      tracking_number: expect.stringMatching(/^SIM/),
      pdf_file: expect.any(String),
    })
    expect(makes).toBe(1)
  })

  test('refuses a second label while the first has no answer', async () => {
    made = () => ({ kind: 'unknown', code: 'timeout' })
    found = async () => undefined
    await make()
    const answer = await patch(LABEL)
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      expect.stringMatching(/Check the label at the carrier first/),
    ])
    expect((await make()).statusCode).toBe(409)
    expect([makes, await row()]).toMatchObject([1, { carrier_state: 'unknown', tracking_number: '' }])
    await check({ give_up: true })
    expect((await patch(LABEL)).statusCode).toBe(200)
  })

  test('refuses to give up a label while the carrier is being called', async () => {
    const [called, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    found = async () => undefined
    pause = async () => {
      called.resolve()
      await answered.promise
    }
    const making = make()
    await called.promise
    expect((await check()).json()).toMatchObject({
      carrier_state: 'asking',
      message: expect.stringMatching(/still waiting for the carrier/),
    })
    expect((await check({ give_up: true })).statusCode).toBe(409)
    expect((await make()).statusCode).toBe(409)
    answered.resolve()
    expect((await making).json()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
    expect(makes).toBe(1)
  })

  test('keeps a label without its PDF, and uses a new reference after one is given up', async () => {
    made = () => ({ kind: 'unknown', code: 'no_pdf' })
    found = async () => ({ trackingNumber: '7946', trackingLink: 'https://fedex.test/7946' })
    await make()
    expect((await check()).json()).toMatchObject({ carrier_state: 'made', tracking_number: '7946', pdf_file: null })
    await portal.owner.query(`update label_requests set carrier_state = 'unknown' where id = $1`, [ids.request])
    found = async () => undefined
    expect((await check({ give_up: true })).json()).toMatchObject({ carrier_state: 'none' })
    made = undefined
    expect((await make()).json().carrier_state).toBe('made')
    const { rows } = await portal.owner.query('select reference from simulated_labels where reference like $1 order by 1', [
      `REQ${portal.domainId}-${ids.request}-%`,
    ])
    expect(rows.map(({ reference }) => reference)).toEqual([1, 2].map((n) => `REQ${portal.domainId}-${ids.request}-${n}`))
  })

  test('the job looks up a label whose process died', async () => {
    made = () => {
      throw new Error('The process dies here')
    }
    expect((await make()).statusCode).toBe(500)
    expect((await row()).carrier_state).toBe('asking')
    expect((await patch(LABEL)).statusCode).toBe(409)
    await portal.owner.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like $1), now())`,
      [`${portal.domainId}:shipping.look_up_label:${ids.request}:%`],
    )
    await portal.runJobs()
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
    expect(makes).toBe(1)
  })

  test("returns the carrier's reason for a refusal, and allows another try", async () => {
    made = () => ({ kind: 'refused', code: 'X', userMessage: 'The postal code and the state do not match.' })
    const refused = await make()
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'The postal code and the state do not match.'])
    made = undefined
    expect((await make()).statusCode).toBe(200)
  })

  test('changes nothing while the carrier cannot be reached', async () => {
    made = () => ({ kind: 'unknown', code: 'network' })
    await make()
    found = async () => {
      throw new CarrierUnavailable('gone')
    }
    expect((await check()).statusCode).toBe(503)
    expect((await row()).carrier_state).toBe('unknown')
  })

  test('refuses an unknown lab, a lab without an address, other roles and other domains', async () => {
    const bare = await portal.seed((db) => createUser(db, 'lab'))
    for (const lab_id of [bare, ids.center, 987654321]) {
      const answer = await make({ lab_id })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['lab_id']])
    }
    expect(Object.keys((await make({ pounds: 0 })).json().errors)).toEqual(['pounds'])
    expect((await make({}, await portal.as(ids.center))).statusCode).toBe(403)
    const foreignAdmin = await portal.asOther(ids.foreignAdmin)
    expect([(await make({}, foreignAdmin)).statusCode, (await check({}, foreignAdmin)).statusCode]).toEqual([404, 404])
    expect(makes).toBe(0)
    expect((await check()).json().message).toMatch(/^Nothing to check/)
  })
})
