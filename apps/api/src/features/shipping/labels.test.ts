import { LABEL_SAVED } from '@vialdesk/contract/labels'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawLabelPdf } from '#api/adapters/carrier/embedded/label.ts'
import { embeddedCarrier } from '#api/adapters/carrier/embedded.ts'
import { aLabelOrder } from '#api/adapters/carrier/orders.fixture.ts'
import { picturesOf } from '#api/adapters/carrier/pictures.fixture.ts'
import { type Carrier, CarrierUnavailable, type LabelOutcome } from '#api/adapters/carrier/port.ts'
import { aCenter, aPatient, aUser } from '#api/testing/factories.ts'
import { formOf, type SentFile } from '#api/testing/forms.ts'
import { type Caller, type TestPortal, testPortal } from '#api/testing/portal.ts'

let portal: TestPortal
let ids: Record<'admin' | 'theirAdmin' | 'center' | 'patient' | 'lab' | 'request', number>
let asAdmin: Caller
/** How the carrier behaves; its own way where nothing is said. */
let made: ((outcome: LabelOutcome) => LabelOutcome) | undefined
let found: Carrier['find'] | undefined
let makes = 0
let pdf: Buffer
beforeAll(async () => {
  portal = await testPortal()
  const carrier = embeddedCarrier({ pool: portal.pool, now: () => Date.now() + later })
  Object.assign(portal.ports, {
    carrier: {
      ...carrier,
      make: async (order) => {
        makes += 1
        const outcome = await carrier.make(order)
        return made?.(outcome) ?? outcome
      },
      find: (wanted) => (found ?? carrier.find)(wanted),
    } satisfies Carrier,
  })
  pdf = await drawLabelPdf(aLabelOrder(1), { trackingNumber: 'SIM111122223333', trackingLink: 'https://carrier.example/x' })
})
afterAll(() => portal.close())
let later = 0
beforeEach(async () => {
  ;[made, found, makes, later] = [undefined, undefined, 0, 0]
  const theirAdmin = await portal.arrangeOther((db) => aUser(db, 'admin'))
  ids = await portal.arrange(async (db) => {
    const lab = await aUser(db, 'lab', { company: 'Acme Lab', address1: '1 Lab Way', city: 'Reno', phone_number: '775 555 0100' })
    const center = await aCenter(db, { company: 'Acme Clinic', lab_id: lab, phone_number: '512 555 0100' })
    const patient = await aPatient(db, { harvest_center_id: center })
    return { admin: await aUser(db, 'admin'), theirAdmin, center, patient, lab, request: 0 }
  })
  asAdmin = await portal.as(ids.admin)
  const address = { address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' }
  const body = {
    harvest_center: ids.center,
    harvest_center_email: 'desk@clinic.example',
    harvest_center_representative: 'Ruth',
    patients_ids: String(ids.patient),
  }
  ids.request = (await (await portal.as(ids.center)).post(REQUESTS, { ...body, ...address })).json().data.id
})

const REQUESTS = '/api/v1/fedex-requests/'
const row = async () => (await asAdmin.get(`${REQUESTS}?search=${ids.center}`)).json().results[0]
const upload = async (file: SentFile | string, by = ids.admin, theirs = false) => {
  const { payload, type } = formOf([
    ['file', file],
    ['filename', 'a label.pdf'],
    ['type', 'fedexlabel'],
  ])
  const headers = {
    domain: theirs ? 'globex' : 'acme',
    authorization: `Token ${await portal.tokenOf(by, theirs)}`,
    'content-type': type,
  }
  return portal.app.inject({ method: 'POST', url: `${REQUESTS}process-file/`, payload, headers })
}
const uploaded = async () => (await upload({ bytes: pdf, name: 'a.pdf', type: 'application/pdf' })).json().filename as string
const LABEL = { tracking_number: '7946 1', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=79461' }
const patch = (body: Record<string, unknown>, by = asAdmin) => by.patch(`${REQUESTS}${ids.request}/`, body)
const mails = async () =>
  (
    await portal.owner.query(
      `select subject, text from mail_outbox where recipient = 'desk@clinic.example' and message_id like $1`,
      [`label-${ids.request}-%`],
    )
  ).rows

describe('POST /api/v1/fedex-requests/process-file/', () => {
  test('keeps a PDF under a name that nobody can guess', async () => {
    const answer = await upload({ bytes: pdf, name: '../../etc/passwd', type: 'application/pdf' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().filename).toMatch(/^[0-9a-f]{40}\.pdf$/)
  })

  test.each([
    ['a picture that calls itself a PDF', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a beginning and nothing behind it', () => Buffer.from('%PDF-1.7\nnothing')],
    ['nothing', () => Buffer.alloc(0)],
    ['a label that broke off', () => pdf.subarray(0, 400)],
  ])('%s is refused by what is in it', async (_what, bytes) => {
    const answer = await upload({ bytes: bytes(), name: 'a.pdf', type: 'application/pdf' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['file']])
  })

  test('is refused to a center, and above 5 MB', async () => {
    expect((await upload({ bytes: pdf }, ids.center)).statusCode).toBe(403)
    expect((await upload({ bytes: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-') })).statusCode).toBe(413)
  })
})

describe('PATCH /api/v1/fedex-requests/{id}/', () => {
  test('gives the label; replaced, it counts as not told, and the old file is let go', async () => {
    const first = await uploaded()
    const answer = await patch({ ...LABEL, pdf_file: first })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: LABEL_SAVED, id: ids.request, ...LABEL, pdf_file: first },
    ])
    await asAdmin.post(`${REQUESTS}update-sent-notification/${ids.request}/`)
    expect((await row()).notification_sent).toBe(true)
    const second = await uploaded()
    expect((await patch({ ...LABEL, pdf_file: second })).json()).toMatchObject({ pdf_file: second, notification_sent: false })
    const { rows } = await portal.owner.query(
      'select key, unused_since is null as used from stored_files where key like $1 or key like $2',
      [`%${first}`, `%${second}`],
    )
    expect(rows.find(({ key }) => key.endsWith(first)).used).toBe(false)
    expect(rows.find(({ key }) => key.endsWith(second)).used).toBe(true)
    const noted = await portal.owner.query(`select patient_id from audit_log where type = 'label.given' and subject_id = $1`, [
      ids.request,
    ])
    expect(noted.rows).toEqual([{ patient_id: ids.patient }, { patient_id: ids.patient }])
  })

  test.each([
    ['neither number nor link', {}, ['tracking_link', 'tracking_number']],
    ['a link that is a program', { ...LABEL, tracking_link: 'javascript:alert(1)' }, ['tracking_link']],
    ['a file that is none', { ...LABEL, pdf_file: `${'a'.repeat(40)}.pdf` }, ['pdf_file']],
  ])('%s: the field is wrong, and nothing changed', async (_what, body, fields) => {
    const answer = await patch(body)
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {}).sort()]).toEqual([422, fields])
    expect(await row()).toMatchObject({ tracking_number: '', pdf_file: null })
  })

  test("another request's file, another domain's file and request", async () => {
    const name = await uploaded()
    await patch({ ...LABEL, pdf_file: name })
    const other = await portal.arrange((db) => aPatient(db, { harvest_center_id: ids.center }))
    const { results } = (await asAdmin.get(`${REQUESTS}?search=${ids.center}`)).json()
    const { id: _, ...again } = results[0]
    const second = await (await portal.as(ids.center)).post(REQUESTS, {
      ...again,
      harvest_center: ids.center,
      patients_ids: String(other),
    })
    const theft = await asAdmin.patch(`${REQUESTS}${second.json().data.id}/`, { ...LABEL, pdf_file: name })
    expect([theft.statusCode, Object.keys(theft.json().errors)]).toEqual([422, ['pdf_file']])
    const theirs = (await upload({ bytes: pdf }, ids.theirAdmin, true)).json().filename
    expect((await patch({ ...LABEL, pdf_file: theirs })).statusCode).toBe(422)
    expect((await patch(LABEL, await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    expect((await patch(LABEL, await portal.as(ids.center))).statusCode).toBe(403)
  })
})

describe('POST /api/v1/fedex-requests/send-notification/', () => {
  const send = (body: Record<string, unknown>, by = asAdmin) => by.post(`${REQUESTS}send-notification/`, body)
  const click = '0b0f6d5e-7f0a-4c1e-9d0b-3f7a5b1c2d3e'

  test('mails once a click, however often it arrives, and notes that it was sent', async () => {
    await patch({ ...LABEL, pdf_file: await uploaded() })
    const answers = await Promise.all(Array.from({ length: 5 }, () => send({ fedex_id: ids.request, click })))
    expect(answers.map((answer) => answer.json().code)).toEqual(Array.from({ length: 5 }, () => 'Success'))
    await portal.runJobs()
    await portal.runJobs()
    const [mail, ...more] = await mails()
    expect(more).toEqual([])
    expect(mail.subject).toBe('Your shipping label is ready')
    expect(mail.text).toContain(LABEL.tracking_number)
    expect(mail.text).toContain('http://portal.test/fedex-request-label')
    expect((await row()).notification_sent).toBe(true)
    await send({ fedex_id: ids.request, click: click.replace('0b', '0c') })
    await portal.runJobs()
    expect(await mails()).toHaveLength(2)
  })

  test('without a label, of others and of none there is nothing to tell', async () => {
    expect((await send({ fedex_id: ids.request })).statusCode).toBe(409)
    expect((await send({ fedex_id: 987654321 })).statusCode).toBe(404)
    expect((await send({ fedex_id: ids.request }, await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    expect((await send({})).statusCode).toBe(422)
    expect(await mails()).toEqual([])
  })
})

describe('POST /api/v1/fedex-requests/update-sent-notification/{id}/', () => {
  test('notes it, for an admin of the domain', async () => {
    const note = (by: Caller, id = ids.request) => by.post(`${REQUESTS}update-sent-notification/${id}/`)
    expect((await note(asAdmin)).json().code).toBe('Success')
    expect((await row()).notification_sent).toBe(true)
    expect((await note(await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    expect((await note(asAdmin, 987654321)).statusCode).toBe(404)
  })
})

describe('GET /media/fedex-label/{file}', () => {
  test('opens to the parties by session or by a signed link, and to nobody else', async () => {
    const name = await uploaded()
    const open = (by: Caller, url = `/media/fedex-label/${name}`) => by.get(url)
    expect((await open(asAdmin)).statusCode, 'what belongs to nothing is not there').toBe(404)
    await patch({ ...LABEL, pdf_file: name })
    const mine = await open(await portal.as(ids.center))
    expect([mine.statusCode, mine.headers['content-type'], mine.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    expect(mine.rawPayload.equals(pdf)).toBe(true)
    const stranger = await portal.as(await portal.arrange((db) => aCenter(db)))
    expect((await open(stranger)).statusCode).toBe(404)
    expect((await open(await portal.as(ids.patient))).statusCode).toBe(404)
    expect((await open(await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
    expect((await open(portal.anyone)).statusCode).toBe(401)

    const linked = (by: Caller, id = ids.request) => by.get(`${REQUESTS}${id}/label-link/`)
    const { link } = (await linked(await portal.as(ids.center))).json()
    expect((await open(portal.anyone, link)).statusCode).toBe(200)
    expect((await open(portal.caller('globex'), link)).statusCode).toBe(401)
    expect((await open(portal.anyone, link.replace(/signature=./, 'signature=_'))).statusCode).toBe(401)
    expect((await open(portal.anyone, link.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(401)
    expect((await linked(stranger)).statusCode).toBe(404)
    expect((await linked(await portal.asOther(ids.theirAdmin))).statusCode).toBe(404)
  })
})

describe('POST /api/v1/fedex-requests/{id}/make-label/', () => {
  const make = (body: Record<string, unknown> = {}, by = asAdmin) =>
    by.post(`${REQUESTS}${ids.request}/make-label/`, { lab_id: ids.lab, ...body })
  const check = (body: Record<string, unknown> = {}, by = asAdmin) => by.post(`${REQUESTS}${ids.request}/check-label/`, body)

  test('has the label made: number, link and a PDF whose bar code is the number; the parcel is followed to the door', async () => {
    const answer = await make({ format: 'letter' })
    expect([answer.statusCode, answer.json()]).toMatchObject([200, { carrier_state: 'made', tracking_status: 'label_made' }])
    const { pdf_file, tracking_number } = answer.json()
    const [picture] = await picturesOf((await asAdmin.get(`/media/fedex-label/${pdf_file}`)).rawPayload)
    expect(picture?.codes).toContainEqual({ format: 'Code128', text: tracking_number })
    expect(picture?.text).toContain('Acme Lab')
    expect(picture?.text).not.toContain('Person')
    later = 25 * 3_600_000
    await portal.owner.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key = $1), now())`,
      [`shipping.track:${ids.request}`],
    )
    await portal.runJobs()
    expect(await row()).toMatchObject({
      tracking_status: 'delivered',
      tracking_text: 'Delivered',
      tracked_at: expect.any(String),
    })
  })

  test('many clicks at once make one', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => make()))
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect([makes, (await make()).statusCode]).toEqual([1, 409])
  })

  test('a silence is looked into and never answered by asking again', async () => {
    made = () => ({ kind: 'unknown', code: 'timeout' })
    found = async () => undefined
    expect((await make()).json()).toMatchObject({ carrier_state: 'unknown', message: expect.stringMatching(/has not answered/) })
    expect((await make()).statusCode).toBe(409)
    expect((await check()).json()).toMatchObject({
      carrier_state: 'unknown',
      message: expect.stringMatching(/no such label yet/),
    })
    found = undefined
    expect((await check()).json()).toMatchObject({
      carrier_state: 'made',
      tracking_number: expect.stringMatching(/^SIM/),
      pdf_file: expect.any(String),
    })
    expect(makes).toBe(1)
  })

  test('one whose PDF was lost is known by its number; one that never was is given up, and the next has another reference', async () => {
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
      `REQ-${ids.request}-%`,
    ])
    expect(rows.map(({ reference }) => reference)).toEqual([1, 2].map((n) => `REQ-${ids.request}-${n}`))
  })

  test('the job looks into what nobody heard the answer of', async () => {
    made = () => {
      throw new Error('The process dies here')
    }
    expect((await make()).statusCode).toBe(500)
    expect((await row()).carrier_state).toBe('asking')
    expect((await patch(LABEL)).statusCode).toBe(409)
    await portal.owner.query(
      `select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where key like $1), now())`,
      [`shipping.look_up_label:${ids.request}:%`],
    )
    await portal.runJobs()
    expect(await row()).toMatchObject({ carrier_state: 'made', pdf_file: expect.any(String) })
    expect(makes).toBe(1)
  })

  test('what the carrier refuses is said in its words, and can be tried again', async () => {
    made = () => ({ kind: 'refused', code: 'X', userMessage: 'The postal code and the state do not match.' })
    const refused = await make()
    expect([refused.statusCode, refused.json().message]).toEqual([422, 'The postal code and the state do not match.'])
    made = undefined
    expect((await make()).statusCode).toBe(200)
  })

  test('a carrier that cannot be asked changes nothing', async () => {
    made = () => ({ kind: 'unknown', code: 'network' })
    await make()
    found = async () => {
      throw new CarrierUnavailable('gone')
    }
    expect((await check()).statusCode).toBe(503)
    expect((await row()).carrier_state).toBe('unknown')
  })

  test('a lab that is none or has no address, others, another domain', async () => {
    const bare = await portal.arrange((db) => aUser(db, 'lab'))
    for (const lab_id of [bare, ids.center, 987654321]) {
      const answer = await make({ lab_id })
      expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['lab_id']])
    }
    expect(Object.keys((await make({ pounds: 0 })).json().errors)).toEqual(['pounds'])
    expect((await make({}, await portal.as(ids.center))).statusCode).toBe(403)
    const their = await portal.asOther(ids.theirAdmin)
    expect([(await make({}, their)).statusCode, (await check({}, their)).statusCode]).toEqual([404, 404])
    expect(makes).toBe(0)
    expect((await check()).json().message).toMatch(/nothing to check/)
  })
})
