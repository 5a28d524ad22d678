import { deflateSync } from 'node:zlib'
import { LABEL_SAVED } from '@vialdesk/contract/care/label-requests'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { drawLabelPdf } from '#api/adapters/carrier/embedded/label.ts'
import { aLabelOrder } from '#api/adapters/carrier/orders.fixture.ts'
import {
  createHandlers,
  createLabelRequest,
  type Handlers,
  REQUESTS_PATH,
  type RequestIds,
} from '#api/features/shipping/requests/label-requests.fixture.ts'
import { buildPdf, pagesOf } from '#api/platform/pdf/pdf.fixture.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import { type FormFile, multipartForm } from '#api/testing/multipart-form.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
let handlers: Handlers
let ids: RequestIds
let asAdmin: TestClient
let pdf: Buffer
beforeAll(async () => {
  portal = await startTestPortal()
  handlers = await createHandlers(portal)
  asAdmin = await portal.as(handlers.admin)
  await takeNewRequest()
  pdf = await drawLabelPdf(aLabelOrder(1), { trackingNumber: 'SIM111122223333', trackingLink: 'https://carrier.example/x' })
})
afterAll(() => portal.close())

/** A request without a label. */
const takeNewRequest = async () => {
  ids = await createLabelRequest(portal, handlers)
}
const row = async () => (await (await portal.as(ids.center)).get(REQUESTS_PATH)).json().results[0]
const upload = async (file: FormFile | string, by = ids.admin, inOtherDomain = false) => {
  const { payload, type } = multipartForm([
    ['file', file],
    ['filename', 'a label.pdf'],
    ['type', 'fedexlabel'],
  ])
  const headers = {
    domain: inOtherDomain ? 'globex' : 'acme',
    authorization: `Token ${await portal.tokenOf(by, inOtherDomain)}`,
    'content-type': type,
  }
  return portal.app.inject({ method: 'POST', url: `${REQUESTS_PATH}process-file/`, payload, headers })
}
const uploaded = async () => (await upload({ bytes: pdf, name: 'a.pdf', type: 'application/pdf' })).json().filename as string
const LABEL = { tracking_number: '7946 1', tracking_link: 'https://www.fedex.com/fedextrack/?trknbr=79461' }
const patch = (body: Record<string, unknown>, by = asAdmin) => by.patch(`${REQUESTS_PATH}${ids.request}/`, body)
const mails = async () =>
  (
    await portal.owner.query(
      `select subject, text from mail_outbox where recipient = 'desk@clinic.example' and message_id like $1`,
      [`label-${ids.request}-%`],
    )
  ).rows
/** Objects that no page needs: 70 KB in the file and 70 MB in memory. */
function hugeObjectStream(): string {
  const data = deflateSync(Buffer.alloc(70 * 1024 * 1024, ' ')).toString('latin1')
  return `<< /Type /ObjStm /N 1 /First 10 /Length ${data.length} /Filter /FlateDecode >>\nstream\n${data}\nendstream`
}

describe('POST /api/v1/fedex-requests/process-file/', () => {
  test('stores a PDF under a name that cannot be guessed', async () => {
    const answer = await upload({ bytes: pdf, name: '../../etc/passwd', type: 'application/pdf' })
    expect(answer.statusCode).toBe(200)
    expect(answer.json().filename).toMatch(/^[0-9a-f]{40}\.pdf$/)
  })

  test.each([
    ['a picture with the name of a PDF', () => Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')],
    ['a file with only the start of a PDF', () => Buffer.from('%PDF-1.7\nnothing')],
    ['an empty file', () => Buffer.alloc(0)],
    ['an incomplete PDF', () => pdf.subarray(0, 400)],
    ['a PDF with a script', () => buildPdf({ catalog: '/OpenAction << /S /JavaScript /JS (x) >>' })],
    ['a PDF that opens a web address', () => buildPdf({ catalog: '/OpenAction << /S /URI /URI (https://evil.example) >>' })],
    ['a PDF that unpacks to much more', () => buildPdf({ objects: [hugeObjectStream()] })],
    ['a PDF with too many pages', () => pagesOf(21)],
    ['a PDF with an embedded file', () => buildPdf({ catalog: '/Names << /EmbeddedFiles << /Names [] >> >>' })],
  ])('refuses %s by its content', async (_what, bytes) => {
    const answer = await upload({ bytes: bytes(), name: 'a.pdf', type: 'application/pdf' })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, ['file']])
  })

  test('refuses centers, and files above 5 MB', async () => {
    expect((await upload({ bytes: pdf }, ids.center)).statusCode).toBe(403)
    expect((await upload({ bytes: Buffer.alloc(5 * 1024 * 1024 + 1, '%PDF-') })).statusCode).toBe(413)
  })
})

describe('PATCH /api/v1/fedex-requests/{id}/', () => {
  beforeEach(takeNewRequest)

  test('takes a file from the admin who uploaded it only', async () => {
    const pdf_file = await uploaded()
    const colleague = await portal.as(await portal.seed((db) => createUser(db, 'admin')))
    const answer = await patch({ ...LABEL, pdf_file }, colleague)
    expect([answer.statusCode, answer.json().errors]).toEqual([422, { pdf_file: ['Choose the file again.'] }])
    expect((await patch({ ...LABEL, pdf_file })).statusCode).toBe(200)
  })

  test('saves the label; a replaced label resets the notification and releases the old file', async () => {
    const first = await uploaded()
    const answer = await patch({ ...LABEL, pdf_file: first })
    expect([answer.statusCode, answer.json()]).toMatchObject([
      200,
      { message: LABEL_SAVED, id: ids.request, ...LABEL, pdf_file: first },
    ])
    await asAdmin.post(`${REQUESTS_PATH}update-sent-notification/${ids.request}/`)
    expect((await row()).notification_sent).toBe(true)
    const second = await uploaded()
    expect((await patch({ ...LABEL, pdf_file: second })).json()).toMatchObject({ pdf_file: second, notification_sent: false })
    const { rows } = await portal.owner.query(
      'select key, unused_since is null as used from stored_files where key like $1 or key like $2',
      [`%${first}`, `%${second}`],
    )
    expect(rows.find(({ key }) => key.endsWith(first)).used).toBe(false)
    expect(rows.find(({ key }) => key.endsWith(second)).used).toBe(true)
    const audited = await portal.owner.query(`select patient_id from audit_log where type = 'label.given' and subject_id = $1`, [
      ids.request,
    ])
    expect(audited.rows).toEqual([{ patient_id: ids.patient }, { patient_id: ids.patient }])
  })

  test('refuses the second of two concurrent admins, and accepts the same label again', async () => {
    const nothing = { tracking_number: '', pdf_file: null }
    const mine = { ...LABEL, pdf_file: await uploaded(), seen: nothing }
    expect((await patch(mine)).statusCode).toBe(200)
    const second = { ...LABEL, tracking_number: '7946 2', seen: nothing }
    expect((await patch(second)).json()).toMatchObject({ code: 'conflict' })
    const anotherFile = { ...LABEL, pdf_file: await uploaded(), seen: { ...nothing, tracking_number: LABEL.tracking_number } }
    expect((await patch(anotherFile)).statusCode).toBe(409)
    expect(await row()).toMatchObject({ tracking_number: LABEL.tracking_number, pdf_file: mine.pdf_file })
    expect((await patch(mine)).statusCode, 'sent again').toBe(200)
    const seen = { tracking_number: LABEL.tracking_number, pdf_file: mine.pdf_file }
    expect((await patch({ ...second, seen })).json()).toMatchObject({ tracking_number: '7946 2', pdf_file: mine.pdf_file })
  })

  test.each([
    ['a missing number and link', {}, ['tracking_link', 'tracking_number']],
    ['a link with a script', { ...LABEL, tracking_link: 'javascript:alert(1)' }, ['tracking_link']],
    ['an unknown file', { ...LABEL, pdf_file: `${'a'.repeat(40)}.pdf` }, ['pdf_file']],
  ])('refuses %s, and changes nothing', async (_what, body, fields) => {
    const answer = await patch(body)
    expect([answer.statusCode, Object.keys(answer.json().errors ?? {}).sort()]).toEqual([422, fields])
    expect(await row()).toMatchObject({ tracking_number: '', pdf_file: null })
  })

  test('refuses files of other requests and domains, and requests of other domains', async () => {
    const name = await uploaded()
    await patch({ ...LABEL, pdf_file: name })
    const other = await portal.seed((db) => createPatient(db, { harvest_center_id: ids.center }))
    const { results } = (await (await portal.as(ids.center)).get(REQUESTS_PATH)).json()
    const { id: _, ...again } = results[0]
    const second = await (await portal.as(ids.center)).post(REQUESTS_PATH, {
      ...again,
      harvest_center: ids.center,
      patients_ids: String(other),
    })
    const theft = await asAdmin.patch(`${REQUESTS_PATH}${second.json().data.id}/`, { ...LABEL, pdf_file: name })
    expect([theft.statusCode, Object.keys(theft.json().errors)]).toEqual([422, ['pdf_file']])
    const foreignFile = (await upload({ bytes: pdf }, ids.foreignAdmin, true)).json().filename
    expect((await patch({ ...LABEL, pdf_file: foreignFile })).statusCode).toBe(422)
    expect((await patch(LABEL, await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
    expect((await patch(LABEL, await portal.as(ids.center))).statusCode).toBe(403)
  })
})

describe('POST /api/v1/fedex-requests/send-notification/', () => {
  const send = (body: Record<string, unknown>, by = asAdmin) => by.post(`${REQUESTS_PATH}send-notification/`, body)
  const click = '0b0f6d5e-7f0a-4c1e-9d0b-3f7a5b1c2d3e'

  beforeEach(takeNewRequest)

  test('mails once for each click, however often it arrives, and marks the label as sent', async () => {
    expect((await patch({ ...LABEL, pdf_file: await uploaded() })).json().errors).toBeUndefined()
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
    const clicks = await portal.owner.query(`select actor_id from audit_log where type = 'label.sent' and subject_id = $1`, [
      ids.request,
    ])
    expect(clicks.rows, 'the actors of the clicks').toEqual([{ actor_id: ids.admin }, { actor_id: ids.admin }])
    const notices = (await (await portal.as(ids.center)).get('/api/v1/notices/')).json().results
    expect(notices, 'one notice, and no second mail').toMatchObject([
      {
        title: 'Your shipping label is ready',
        text: expect.stringMatching(/^The label for Test Person .+ is ready\.$/),
        path: `/labels/${ids.request}`,
      },
    ])
    expect(mail.text).not.toContain('Test Person')
  })

  test('refuses a request without a label, of another domain, or unknown', async () => {
    expect((await send({ fedex_id: ids.request })).statusCode).toBe(409)
    expect((await send({ fedex_id: 987654321 })).statusCode).toBe(404)
    expect((await send({ fedex_id: ids.request }, await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
    expect((await send({})).statusCode).toBe(422)
    expect(await mails()).toEqual([])
  })
})

describe('POST /api/v1/fedex-requests/update-sent-notification/{id}/', () => {
  beforeEach(takeNewRequest)

  const markSent = (by: TestClient, id = ids.request) => by.post(`${REQUESTS_PATH}update-sent-notification/${id}/`)

  test('refuses a request without a label', async () => {
    expect((await markSent(asAdmin)).statusCode).toBe(409)
    expect((await row()).notification_sent).toBe(false)
  })

  test('marks the center as notified, for an admin of the domain', async () => {
    await patch(LABEL)
    expect((await markSent(asAdmin)).json().code).toBe('Success')
    expect((await row()).notification_sent).toBe(true)
    expect((await markSent(await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
    expect((await markSent(asAdmin, 987654321)).statusCode).toBe(404)
  })
})

describe('GET /media/fedex-label/{file}', () => {
  beforeEach(takeNewRequest)

  test('refuses a session while two-step sign-in is due', async () => {
    const name = await uploaded()
    await patch({ ...LABEL, pdf_file: name })
    const mine = await portal.as(ids.center)
    await portal.owner.query(`update domains set two_step_memberships = '{4}' where id = $1`, [portal.domainId])
    const { statusCode } = await mine.get(`/media/fedex-label/${name}`)
    await portal.owner.query(`update domains set two_step_memberships = '{}' where id = $1`, [portal.domainId])
    expect(statusCode).toBe(428)
  })

  test('opens for the parties by session or by a signed link, and for nobody else', async () => {
    const name = await uploaded()
    const open = (by: TestClient, url = `/media/fedex-label/${name}`) => by.get(url)
    expect((await open(asAdmin)).statusCode, 'an unused file is not found').toBe(404)
    await patch({ ...LABEL, pdf_file: name })
    const mine = await open(await portal.as(ids.center))
    expect([mine.statusCode, mine.headers['content-type'], mine.headers['cache-control']]).toEqual([
      200,
      'application/pdf',
      'private, no-store',
    ])
    expect(mine.rawPayload.equals(pdf)).toBe(true)
    const stranger = await portal.as(await portal.seed((db) => createCenter(db)))
    expect((await open(stranger)).statusCode).toBe(404)
    expect((await open(await portal.as(ids.patient))).statusCode).toBe(404)
    expect((await open(await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
    expect((await open(portal.guest)).statusCode).toBe(401)

    const linked = (by: TestClient, id = ids.request) => by.get(`${REQUESTS_PATH}${id}/label-link/`)
    const { link } = (await linked(await portal.as(ids.center))).json()
    expect((await open(portal.guest, link)).statusCode).toBe(200)
    expect((await open(portal.clientFor('globex'), link)).statusCode).toBe(401)
    expect(
      (
        await open(
          portal.guest,
          link.replace(/signature=(.)/, (_all: string, first: string) => `signature=${first === 'A' ? 'B' : 'A'}`),
        )
      ).statusCode,
    ).toBe(401)
    expect((await open(portal.guest, link.replace(/expires=\d/, 'expires=9'))).statusCode).toBe(401)
    expect((await linked(stranger)).statusCode).toBe(404)
    expect((await linked(await portal.asOther(ids.foreignAdmin))).statusCode).toBe(404)
  })
})
