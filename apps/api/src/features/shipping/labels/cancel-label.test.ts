import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { fedexCarrier } from '#api/adapters/carrier/fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS } from '#api/adapters/carrier/fedex-server.fixture.ts'
import { HOUR } from '#api/adapters/carrier/orders.fixture.ts'
import {
  createHandlers,
  createLabelRequest,
  type Handlers,
  REQUESTS_PATH,
  type RequestIds,
} from '#api/features/shipping/requests/label-requests.fixture.ts'
import { type Carrier, CarrierUnavailable } from '#api/platform/ports/carrier.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let server: FakeFedex
let carriers: Record<'embedded' | 'fedex', Carrier>
let carrier: Carrier
let handlers: Handlers
let ids: RequestIds
let asAdmin: TestClient
let later = 0
const now = () => Date.now() + later
/** Replaces the carrier's own answer. */
let cancel: Carrier['cancel'] | undefined

beforeAll(async () => {
  portal = await startTestPortal()
  handlers = await createHandlers(portal)
  asAdmin = await portal.as(handlers.admin)
  server = await fakeFedex(now)
  const settings = { url: server.url, account: ACCOUNT, service: 'PRIORITY_OVERNIGHT', ...KEYS }
  carriers = { embedded: embeddedCarrier({ pool: portal.pool, now }), fedex: fedexCarrier(settings, { now, timeoutMs: 2000 }) }
  const chosen: Carrier = {
    make: (order) => carrier.make(order),
    find: (wanted) => carrier.find(wanted),
    cancel: (label) => (cancel ?? carrier.cancel)(label),
    track: (label) => carrier.track(label),
  }
  Object.assign(portal.ports, { carrier: chosen })
})
afterAll(async () => {
  await portal.close()
  await server.close()
})
beforeEach(async () => {
  ;[cancel, later, carrier] = [undefined, 0, carriers.embedded]
  ids = await createLabelRequest(portal, handlers)
})

const to = (path: string, body = {}, by = asAdmin) => by.post(`${REQUESTS_PATH}${ids.request}/${path}/`, body)
const makeLabel = () => to('make-label', { lab_id: ids.lab })
const cancelLabel = (by = asAdmin) => to('cancel-label', {}, by)
/** The center's only request. */
const row = async () => (await (await portal.as(ids.center)).get(REQUESTS_PATH)).json().results[0]
const sendLabel = () => asAdmin.post(`${REQUESTS_PATH}send-notification/`, { fedex_id: ids.request })
const read = async <Row>(text: string, ...values: unknown[]) => (await portal.owner.query(text, values)).rows as Row[]
const events = (type: string) => read('select * from audit_log where type = $1 and subject_id = $2', type, ids.request)
const mails = async () => {
  const rows = await read<{ subject: string; text: string }>(
    'select subject, text from mail_outbox where message_id like $1 or message_id like $2 order by id',
    `label-${ids.request}-%`,
    `label-cancelled-${ids.request}-%`,
  )
  return rows
}
const noticesOf = (user: number) =>
  read<{ title: string; path: string }>('select title, path from notices where user_id = $1 order by id', user)
/** Runs the postponed jobs of a task now. */
const runDue = async (task: string) => {
  const wanted = 'array(select id from graphile_worker.jobs where key like $1)'
  await read(`select graphile_worker.reschedule_jobs(${wanted}, now())`, `${portal.domainId}:shipping.${task}:${ids.request}:%`)
  await portal.runJobs()
}
const open = { tracking_number: '', tracking_link: '', pdf_file: null, carrier_state: 'none', notification_sent: false }

describe.each(['embedded', 'fedex'] as const)('POST /api/v1/fedex-requests/{id}/cancel-label/ at %s', (which) => {
  beforeEach(() => {
    carrier = carriers[which]
  })

  test('removes number, link and file, stops tracking, and opens the request for a new label', async () => {
    const { pdf_file, tracking_number } = (await makeLabel()).json()
    const { link } = (await asAdmin.get(`${REQUESTS_PATH}${ids.request}/label-link/`)).json()
    const answer = await cancelLabel()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { ...open, tracking_status: null, tracking_text: '', tracked_at: null, message: expect.stringMatching(/has cancelled/) },
    ])
    expect(await row()).toMatchObject(open)
    expect((await asAdmin.get(`/media/fedex-label/${pdf_file}`)).statusCode, 'the old PDF').toBe(404)
    expect((await portal.guest.get(link)).statusCode, 'by the old link').toBe(404)
    expect((await asAdmin.get(`${REQUESTS_PATH}${ids.request}/label-link/`)).statusCode).toBe(404)
    expect(await carrier.track({ domainId: portal.domainId, trackingNumber: tracking_number })).toMatchObject({
      status: 'cancelled',
    })
    expect(await events('label.cancelled')).toMatchObject([
      { patient_id: ids.patient, actor_id: ids.admin, before: { tracking_number, pdf_file }, after: { tracking_number: '' } },
    ])
    const [file] = await read<{ unused: boolean }>(
      'select unused_since is not null as unused from stored_files where key like $1',
      `%${pdf_file}`,
    )
    expect(file).toEqual({ unused: true })
    const next = (await makeLabel()).json()
    expect(next).toMatchObject({ carrier_state: 'made', tracking_status: 'label_made' })
    expect(next.tracking_number).not.toBe(tracking_number)
    await runDue('track')
    expect(await row()).toMatchObject({ tracking_number: next.tracking_number, tracking_status: 'label_made' })
  })

  test('changes nothing once the carrier has the parcel, which is still tracked until delivery', async () => {
    const was = (await makeLabel()).json()
    later = 3 * HOUR
    const answer = await cancelLabel()
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The carrier already has the parcel. The label can no longer be cancelled.',
    ])
    const { message: _, can: __, ...unchanged } = was
    expect(await row()).toMatchObject(unchanged)
    expect(await events('label.cancelled')).toEqual([])
    later = 25 * HOUR
    await runDue('track')
    expect(await row()).toMatchObject({ tracking_status: 'delivered' })
    expect((await cancelLabel()).json().message).toBe('The parcel has been delivered. The label can no longer be cancelled.')
  })
})

describe('POST /api/v1/fedex-requests/{id}/cancel-label/', () => {
  test('mails the center once if it was notified of the label, else not', async () => {
    await makeLabel()
    await cancelLabel()
    await portal.runJobs()
    expect(await mails()).toEqual([])
    const { tracking_number } = (await makeLabel()).json()
    await sendLabel()
    await portal.runJobs()
    await Promise.all([cancelLabel(), cancelLabel(), cancelLabel()])
    await portal.runJobs()
    const [ready, gone, ...more] = await mails()
    expect([ready?.subject, gone?.subject, more]).toEqual([
      'Your shipping label is ready',
      'Your shipping label was cancelled',
      [],
    ])
    expect((await noticesOf(ids.center)).map(({ title }) => title)).toEqual([ready?.subject, gone?.subject])
    expect(gone?.text).toContain(tracking_number)
    expect(gone?.text).toContain('http://portal.test/fedex-request-label')
    expect(gone?.text).not.toContain('Person')
  })

  test.each([
    ['before the carrier is called', false],
    ['after the carrier has cancelled', true],
  ])('is finished by the job if it is killed %s', async (_when, done) => {
    const { tracking_number } = (await makeLabel()).json()
    cancel = async (label) => {
      if (done) await carrier.cancel(label)
      throw new Error('The process dies here')
    }
    expect((await cancelLabel()).statusCode).toBe(500)
    expect(await row()).toMatchObject({ carrier_state: 'cancelling', tracking_number })
    cancel = undefined
    await runDue('cancel_label')
    expect(await row()).toMatchObject(open)
    expect(await events('label.cancelled')).toMatchObject([{ actor_id: null, patient_id: ids.patient }])
  })

  test('is finished by a later click if it is killed after the carrier has cancelled', async () => {
    await makeLabel()
    cancel = async (label) => {
      await carrier.cancel(label)
      throw new Error('The process dies here')
    }
    await cancelLabel()
    cancel = undefined
    expect((await cancelLabel()).json()).toMatchObject(open)
    await runDue('cancel_label')
    expect(await events('label.cancelled')).toHaveLength(1)
  })

  test('cancels once for many concurrent clicks', async () => {
    await makeLabel()
    const answers = await Promise.all(Array.from({ length: 6 }, () => cancelLabel()))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    expect(await row()).toMatchObject(open)
    expect(await events('label.cancelled')).toHaveLength(1)
    expect((await cancelLabel()).json().message).toBe('The carrier has made no label for this request.')
  })

  test('keeps the label and refuses other changes while the carrier gives no answer', async () => {
    const { tracking_number, pdf_file } = (await makeLabel()).json()
    cancel = async () => 'unknown'
    const answer = await cancelLabel()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { carrier_state: 'cancelling', tracking_number, pdf_file, message: expect.stringMatching(/Try again in a few minutes/) },
    ])
    const label = { tracking_number: '7946', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946' }
    const others = [makeLabel(), sendLabel(), asAdmin.patch(`${REQUESTS_PATH}${ids.request}/`, label)]
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
    await runDue('cancel_label')
    expect((await cancelLabel()).json()).toMatchObject({ carrier_state: 'cancelling' })
    cancel = undefined
    await runDue('cancel_label')
    expect(await row()).toMatchObject(open)
  })

  test('keeps the label if the carrier answers later that it is too late', async () => {
    await makeLabel()
    cancel = async () => 'unknown'
    await cancelLabel()
    cancel = async () => 'too_late'
    expect((await cancelLabel()).statusCode).toBe(409)
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })

  test('treats a label as cancelled if its tracking is cancelled', async () => {
    await makeLabel()
    cancel = async (label) => {
      await carrier.cancel(label)
      return 'too_late'
    }
    expect((await cancelLabel()).json()).toMatchObject(open)
  })

  test('has no answer if tracking cannot be reached after a too-late answer', async () => {
    await makeLabel()
    const track = async () => {
      throw new CarrierUnavailable('gone')
    }
    carrier = { ...carriers.embedded, cancel: async () => 'too_late', track }
    expect((await cancelLabel()).json()).toMatchObject({ carrier_state: 'cancelling' })
  })

  test('does not send a waiting mail of a cancelled label, and corrects a mail that is being sent', async () => {
    await makeLabel()
    await sendLabel()
    await cancelLabel()
    await portal.runJobs()
    expect(await mails()).toEqual([])

    await makeLabel()
    await sendLabel()
    const { send } = portal.ports.mail
    const mail = {
      ...portal.ports.mail,
      send: async (...letter: Parameters<typeof send>) => {
        await send(...letter)
        portal.ports.mail = { ...mail, send }
        await cancelLabel()
      },
    }
    portal.ports.mail = mail
    await portal.runJobs()
    await portal.runJobs()
    expect((await mails()).map(({ subject }) => subject)).toEqual([
      'Your shipping label is ready',
      'Your shipping label was cancelled',
    ])
    expect(await row()).toMatchObject(open)
  })

  test('requires that a label with a lost PDF is cancelled before a new one is made', async () => {
    const label = { trackingNumber: '7946', trackingLink: 'https://fedex.test/7946' }
    carrier = {
      ...carriers.embedded,
      make: async () => ({ kind: 'unknown', code: 'no_pdf' }),
      find: async () => label,
      cancel: async () => 'cancelled',
    }
    await makeLabel()
    expect((await to('check-label')).json()).toMatchObject({ carrier_state: 'made', pdf_file: null })
    expect((await makeLabel()).statusCode).toBe(409)
    expect((await cancelLabel()).json()).toMatchObject(open)
    carrier = carriers.embedded
    expect((await makeLabel()).json()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })

  test("refuses a request without a carrier's label", async () => {
    expect((await cancelLabel()).statusCode).toBe(409)
    await asAdmin.patch(`${REQUESTS_PATH}${ids.request}/`, { tracking_number: '7946', tracking_link: 'https://fedex.test/7946' })
    expect((await cancelLabel()).json().message).toBe('The carrier has made no label for this request.')
    expect(await row()).toMatchObject({ tracking_number: '7946' })
  })

  test('refuses everybody but admins of the domain, and unknown requests', async () => {
    await makeLabel()
    expect((await cancelLabel(await portal.as(ids.center))).statusCode).toBe(403)
    expect((await cancelLabel(await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
    expect((await asAdmin.post(`${REQUESTS_PATH}987654321/cancel-label/`)).statusCode).toBe(404)
    expect((await asAdmin.post(`${REQUESTS_PATH}x/cancel-label/`)).statusCode).toBe(404)
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })
})
