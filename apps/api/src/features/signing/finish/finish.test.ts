import type { FieldValue } from '@vialdesk/contract/documents/signing-fields'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  aField,
  allFields,
  goodValues,
  INITIALS,
  openMailedPage,
  pageOf,
  requestLink,
  type SentDocument,
  type SigningPage,
  STRAIGHT,
  secretOf,
  sendDocument,
  signs,
} from '#api/features/signing/signing.fixture.ts'
import { signatureField } from '#api/testing/document-factories.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const signersOf = async ({ id }: SentDocument) =>
  (await portal.owner.query('select * from document_recipients where document_id = $1 order by position', [id])).rows
const signedEvents = async ({ id }: SentDocument) =>
  (await portal.owner.query(`select 1 from document_events where document_id = $1 and type = 'signed'`, [id])).rowCount

const agreed = async (order: Parameters<typeof sendDocument>[1] = {}) => {
  const document = await sendDocument(portal, order)
  const page = await openMailedPage(portal, document)
  await page.consent()
  return { document, page }
}

describe('POST /api/v1/signing/finish/', () => {
  test('keeps the values, fills those of the portal, and keeps a signature for ever: nobody can change its row', async () => {
    const { document, page } = await agreed({ fields: allFields })
    const answer = await page.finish(goodValues, { initials: INITIALS, time_zone: 'Pacific/Kiritimati' })
    expect(answer.json()).toMatchObject({ state: 'signed', status: 'Pending', others_pending: false })
    const [signer] = await signersOf(document)
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Pacific/Kiritimati' }).format(new Date(signer.signed_at))
    expect(signer).toMatchObject({
      ...{ status: 'signed', signed_name: 'Nora Hale', signed_by: null, ip: '127.0.0.1', time_zone: 'Pacific/Kiritimati' },
      ...{ signature_kind: 'drawn', signed_sha256: expect.stringMatching(/^[0-9a-f]{64}$/), short_id: expect.any(String) },
      values: {
        ...Object.fromEntries(goodValues.map(({ field_id, value }) => [field_id, value])),
        ...{ name: 'Nora Hale', email: signer.email, signed_on: today },
      },
    })
    for (const key of [signer.signature_key, signer.initials_key]) expect(await portal.ports.files.exists(key)).toBe(true)
    const { rows } = await portal.owner.query('select unused_since from stored_files where key = any($1)', [
      [signer.signature_key, signer.initials_key],
    ])
    expect(rows).toEqual([{ unused_since: null }, { unused_since: null }])
    await expect(
      portal.owner.query(`update document_recipients set signed_name = 'Eve' where document_id = $1`, [document.id]),
    ).rejects.toThrow('a signature cannot be changed')
  })

  test('signs once when two requests finish at once, with the same answer', async () => {
    const { document, page } = await agreed()
    const answers = await Promise.all([page.finish(), page.finish(), page.finish()])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200])
    expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
    expect(await signedEvents(document)).toBe(1)
    expect((await page.finish()).json()).toEqual(answers[0]?.json())
    expect(await signedEvents(document)).toBe(1)
  })

  test('lets the first of two windows sign no more, and answers 410 to a used link', async () => {
    const { document, page } = await agreed()
    const second = await openMailedPage(portal, document)
    const [first, other] = await Promise.all([page.finish(), second.finish()])
    expect([first.statusCode, other.statusCode]).toEqual([410, 200])
    expect(await signedEvents(document)).toBe(1)
    const again = await requestLink(await portal.as(document.patient), document.documentId)
    expect([again.statusCode, again.json().message]).toEqual([410, 'You have already signed this document.'])
    expect((await second.call('decline', { reason: 'Too late' })).statusCode).toBe(410)
    expect((await second.call('withdraw-consent')).statusCode).toBe(410)
  })

  test('needs the consent, and a picture of a signature', async () => {
    const document = await sendDocument(portal)
    const page = await openMailedPage(portal, document)
    expect((await page.finish()).json()).toEqual({ code: 'conflict', message: 'Please accept the disclosure first.' })
    await page.consent()
    const noPicture = `data:image/png;base64,${Buffer.from('no picture').toString('base64')}`
    for (const [signature, message] of [
      [STRAIGHT, /straight line/],
      [{ kind: 'uploaded', image: noPicture }, /./],
      [{ kind: 'uploaded', image: 'data:image/svg+xml;base64,AAAA' }, /could not be read/],
    ] as const) {
      const answer = await page.finish([signs('patient')], { signature })
      expect([answer.statusCode, answer.body]).toEqual([422, expect.stringMatching(message)])
    }
    expect(await signedEvents(document)).toBe(0)
  })

  test('refuses the field of a center from its patient, replaces an unknown time zone, and names the staff who sign', async () => {
    const fields = [signatureField('patient'), signatureField('center'), aField('theirs', { role: 'center' })]
    const { document, page } = await agreed({ fields, centerSigns: true })
    expect((await page.finish([signs('patient'), { field_id: 'theirs', value: 'x' }])).json().errors).toHaveProperty([
      'values.theirs',
    ])
    await page.finish([signs('patient')], { time_zone: 'Mars/Olympus' })
    const domain = await portal.owner.query('select time_zone from domains where id = $1', [portal.domainId])
    const staff = await portal.seed(async (db) => {
      const id = await createUser(db, 'hc_staff', { first_name: 'Sam', last_name: 'Staff' })
      await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: id, center_id: document.center }).execute()
      return id
    })
    const link = await requestLink(await portal.asImpersonator(document.center, staff, 'staff'), document.documentId)
    const theirs = pageOf(portal, secretOf(link.json().sign_link))
    await theirs.consent()
    await theirs.finish([signs('center')])
    expect(await signersOf(document)).toMatchObject([
      domain.rows[0],
      { signed_by: staff, signed_name: 'Sam Staff, for Riverside' },
    ])
    const { rows } = await portal.owner.query(
      `select actor_id, impersonator_id from audit_log where type = 'document.signed' and subject_id = $1 order by id desc limit 1`,
      [document.id],
    )
    expect(rows).toEqual([{ actor_id: document.center, impersonator_id: staff }])
  })
})

describe('POST /api/v1/signing/finish/ with a value for each field', () => {
  let document: SentDocument
  let page: SigningPage
  beforeAll(async () => {
    ;({ document, page } = await agreed({ fields: allFields }))
  })

  test.each<[string, string, RegExp]>([
    ['signature-patient', '', /Sign here/],
    ['born_on', '', /required/],
    ['born_on', '2026-02-30', /date/],
    ['weight', 'heavy', /number/],
    ['agrees', '', /required/],
    ['agrees', 'maybe', /Choose/],
    ['right', 'left', /Choose/],
    ['left', 'left', /./],
    ['color', 'green', /Choose/],
    ['unknown', 'x', /no such field/],
  ])('refuses the value of %s: %j', async (id, value, message) => {
    const values: FieldValue[] = [...goodValues.filter(({ field_id }) => field_id !== id), { field_id: id, value }]
    const answer = await page.finish(values, { initials: INITIALS })
    const { errors } = answer.json()
    expect([answer.statusCode, Object.keys(errors)]).toEqual([422, [id === 'left' ? 'values.right' : `values.${id}`]])
    expect(Object.values(errors).flat().join()).toMatch(message)
    expect(await signersOf(document)).toMatchObject([{ status: 'sent', values: null }])
  })

  test('refuses control characters before it reads the fields', async () => {
    const values = [...goodValues.slice(1), { field_id: 'remark', value: 'bell \u0007' }]
    const answer = await page.finish(values, { initials: INITIALS })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [`values.${values.length - 1}.value`]])
  })

  test('refuses a value that is too long, and missing initials', async () => {
    expect((await page.finish([{ field_id: 'x', value: 'x'.repeat(1001) }])).statusCode).toBe(422)
    expect((await page.finish(goodValues)).json().errors).toEqual({ initials: ['Add your initials.'] })
  })
})
