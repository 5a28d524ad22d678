import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { fedexCarrier } from '#api/adapters/carrier/fedex.ts'
import { ACCOUNT, type FakeFedex, fakeFedex, KEYS } from '#api/adapters/carrier/fedex-server.fixture.ts'
import { HOUR } from '#api/adapters/carrier/orders.fixture.ts'
import { type Carrier, CarrierUnavailable } from '#api/adapters/carrier/port.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { createLabelRequest, REQUESTS_PATH, type RequestIds } from './label-requests.fixture.ts'

let portal: TestPortal
let server: FakeFedex
let carriers: Record<'embedded' | 'fedex', Carrier>
let carrier: Carrier
let ids: RequestIds
let asAdmin: TestClient
let later = 0
const now = () => Date.now() + later
/** What happens instead of the carrier's own answer. */
let cancel: Carrier['cancel'] | undefined

beforeAll(async () => {
  portal = await startTestPortal()
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
  ids = await createLabelRequest(portal)
  asAdmin = await portal.as(ids.admin)
})

const to = (path: string, body = {}, by = asAdmin) => by.post(`${REQUESTS_PATH}${ids.request}/${path}/`, body)
const make = () => to('make-label', { lab_id: ids.lab })
const give = (by = asAdmin) => to('cancel-label', {}, by)
/** The center has no other. */
const row = async () => (await (await portal.as(ids.center)).get(REQUESTS_PATH)).json().results[0]
const tell = () => asAdmin.post(`${REQUESTS_PATH}send-notification/`, { fedex_id: ids.request })
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
/** What was put off is due now. */
const due = async (task: string) => {
  const wanted = 'array(select id from graphile_worker.jobs where key like $1)'
  await read(`select graphile_worker.reschedule_jobs(${wanted}, now())`, `shipping.${task}:${ids.request}:%`)
  await portal.runJobs()
}
const open = { tracking_number: '', tracking_link: '', pdf_file: null, carrier_state: 'none', notification_sent: false }

describe.each(['embedded', 'fedex'] as const)('POST /api/v1/fedex-requests/{id}/cancel-label/ at %s', (which) => {
  beforeEach(() => {
    carrier = carriers[which]
  })

  test('opens the request again: no number, link or file, the parcel is followed no more, another label is another one', async () => {
    const { pdf_file, tracking_number } = (await make()).json()
    const { link } = (await asAdmin.get(`${REQUESTS_PATH}${ids.request}/label-link/`)).json()
    const answer = await give()
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
    const next = (await make()).json()
    expect(next).toMatchObject({ carrier_state: 'made', tracking_status: 'label_made' })
    expect(next.tracking_number).not.toBe(tracking_number)
    await due('track')
    expect(await row()).toMatchObject({ tracking_number: next.tracking_number, tracking_status: 'label_made' })
  })

  test('tells a center that was told of the label, in one mail, and no other', async () => {
    await make()
    await give()
    await portal.runJobs()
    expect(await mails()).toEqual([])
    const { tracking_number } = (await make()).json()
    await tell()
    await portal.runJobs()
    await Promise.all([give(), give(), give()])
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

  test('is too late once the carrier has the parcel: nothing changes, and it is followed to the door', async () => {
    const was = (await make()).json()
    later = 3 * HOUR
    const answer = await give()
    expect([answer.statusCode, answer.json().message]).toEqual([
      409,
      'The carrier already has the parcel. The label can no longer be cancelled.',
    ])
    const { message: _, can: __, ...unchanged } = was
    expect(await row()).toMatchObject(unchanged)
    expect(await events('label.cancelled')).toEqual([])
    later = 25 * HOUR
    await due('track')
    expect(await row()).toMatchObject({ tracking_status: 'delivered' })
    expect((await give()).json().message).toBe('The parcel has been delivered. The label can no longer be cancelled.')
  })

  test.each([
    ['before the carrier was asked', false],
    ['after the carrier had done it', true],
  ])('killed %s, it is found out by the job', async (_when, done) => {
    const { tracking_number } = (await make()).json()
    cancel = async (label) => {
      if (done) await carrier.cancel(label)
      throw new Error('The process dies here')
    }
    expect((await give()).statusCode).toBe(500)
    expect(await row()).toMatchObject({ carrier_state: 'cancelling', tracking_number })
    cancel = undefined
    await due('cancel_label')
    expect(await row()).toMatchObject(open)
    expect(await events('label.cancelled')).toMatchObject([{ actor_id: null, patient_id: ids.patient }])
  })

  test('killed after the carrier had done it, a later click finds it out', async () => {
    await make()
    cancel = async (label) => {
      await carrier.cancel(label)
      throw new Error('The process dies here')
    }
    await give()
    cancel = undefined
    expect((await give()).json()).toMatchObject(open)
    await due('cancel_label')
    expect(await events('label.cancelled')).toHaveLength(1)
  })

  test('many clicks at once cancel it once', async () => {
    await make()
    const answers = await Promise.all(Array.from({ length: 6 }, () => give()))
    expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBeGreaterThan(0)
    expect(await row()).toMatchObject(open)
    expect(await events('label.cancelled')).toHaveLength(1)
    expect((await give()).json().message).toBe('The carrier has made no label for this request.')
  })
})

describe('POST /api/v1/fedex-requests/{id}/cancel-label/', () => {
  test('a silence keeps what is known, and lets nothing else happen to the label before it is known', async () => {
    const { tracking_number, pdf_file } = (await make()).json()
    cancel = async () => 'unknown'
    const answer = await give()
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { carrier_state: 'cancelling', tracking_number, pdf_file, message: expect.stringMatching(/Try again in a few minutes/) },
    ])
    const label = { tracking_number: '7946', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=7946' }
    const others = [make(), tell(), asAdmin.patch(`${REQUESTS_PATH}${ids.request}/`, label)]
    expect((await Promise.all(others)).map(({ statusCode }) => statusCode)).toEqual([409, 409, 409])
    await due('cancel_label')
    expect((await give()).json()).toMatchObject({ carrier_state: 'cancelling' })
    cancel = undefined
    await due('cancel_label')
    expect(await row()).toMatchObject(open)
  })

  test('a carrier that answers too late after a silence leaves the label as it was', async () => {
    await make()
    cancel = async () => 'unknown'
    await give()
    cancel = async () => 'too_late'
    expect((await give()).statusCode).toBe(409)
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })

  test('one that the carrier does not know any more because it is cancelled counts as cancelled', async () => {
    await make()
    cancel = async (label) => {
      await carrier.cancel(label)
      return 'too_late'
    }
    expect((await give()).json()).toMatchObject(open)
  })

  test('a carrier that can not say whether it is too late has said nothing', async () => {
    await make()
    const track = async () => {
      throw new CarrierUnavailable('gone')
    }
    carrier = { ...carriers.embedded, cancel: async () => 'too_late', track }
    expect((await give()).json()).toMatchObject({ carrier_state: 'cancelling' })
  })

  test('a mail that waits when its label is cancelled is not sent; one that is on its way is taken back by another', async () => {
    await make()
    await tell()
    await give()
    await portal.runJobs()
    expect(await mails()).toEqual([])

    await make()
    await tell()
    const { send } = portal.ports.mail
    const mail = {
      ...portal.ports.mail,
      send: async (...letter: Parameters<typeof send>) => {
        await send(...letter)
        portal.ports.mail = { ...mail, send }
        await give()
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

  test('a label whose PDF was lost is cancelled before another one is made', async () => {
    const label = { trackingNumber: '7946', trackingLink: 'https://fedex.test/7946' }
    carrier = {
      ...carriers.embedded,
      make: async () => ({ kind: 'unknown', code: 'no_pdf' }),
      find: async () => label,
      cancel: async () => 'cancelled',
    }
    await make()
    expect((await to('check-label')).json()).toMatchObject({ carrier_state: 'made', pdf_file: null })
    expect((await make()).statusCode).toBe(409)
    expect((await give()).json()).toMatchObject(open)
    carrier = carriers.embedded
    expect((await make()).json()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })

  test('without a label of the carrier there is nothing to cancel', async () => {
    expect((await give()).statusCode).toBe(409)
    await asAdmin.patch(`${REQUESTS_PATH}${ids.request}/`, { tracking_number: '7946', tracking_link: 'https://fedex.test/7946' })
    expect((await give()).json().message).toBe('The carrier has made no label for this request.')
    expect(await row()).toMatchObject({ tracking_number: '7946' })
  })

  test('is for admins of the domain, and for a request that is there', async () => {
    await make()
    expect((await give(await portal.as(ids.center))).statusCode).toBe(403)
    expect((await give(await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    expect((await asAdmin.post(`${REQUESTS_PATH}987654321/cancel-label/`)).statusCode).toBe(404)
    expect((await asAdmin.post(`${REQUESTS_PATH}x/cancel-label/`)).statusCode).toBe(404)
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
  })
})
