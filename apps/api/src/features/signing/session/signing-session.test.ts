import { CONSENT_VERSION } from '@vialdesk/contract/documents/signing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import {
  mailedSecret,
  openMailedPage,
  pageOf,
  requestLink,
  type SentDocument,
  type SigningPage,
  secretOf,
  sendDocument,
} from '#api/features/signing/signing.fixture.ts'
import { newPublicId, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

let portal: TestPortal
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())

const change = (text: string, values: unknown[]) => portal.owner.query(text, values)
const eventsOf = async ({ id }: SentDocument) =>
  (await change('select type from document_events where document_id = $1 order by id', [id])).rows.map(({ type }) => type)
const auditOf = async ({ id }: SentDocument) =>
  (
    await change(
      `select type, actor_id, patient_id from audit_log where subject_id = $1 and type like 'document.%' order by id`,
      [id],
    )
  ).rows

async function createStaffOf(db: Db, center: number) {
  const staff = await createUser(db, 'hc_staff')
  await db.insertInto('staff_centers').values({ domain_id: db.domainId, staff_id: staff, center_id: center }).execute()
  return staff
}

describe('POST /api/v1/signing/link/', () => {
  test('opens a signing page for the holder of the mailed secret, and marks the first opening with the address', async () => {
    const document = await sendDocument(portal)
    const secret = await mailedSecret(portal, document.documentId)
    const answer = await requestLink(portal.guest, document.documentId, secret)
    expect(answer.json().sign_link).toMatch(/^http:\/\/portal\.test\/signing#[\w-]{43}$/)
    const page = pageOf(portal, secretOf(answer.json().sign_link))
    expect((await page.call('open')).json()).toMatchObject({
      ...{ document_id: document.documentId, status: 'Pending', state: 'consent', title: 'Agreement', business: 'Acme Cells' },
      signer: { role: 'patient', name: 'Nora Hale' },
    })
    await page.call('open')
    expect((await eventsOf(document)).filter((type) => type === 'viewed')).toHaveLength(1)
    const { rows } = await change('select status, viewed_at from document_recipients where document_id = $1', [document.id])
    expect(rows).toEqual([{ status: 'viewed', viewed_at: expect.any(String) }])
    const [event] = (
      await change(`select ip, user_agent from document_events where document_id = $1 and type = 'viewed'`, [document.id])
    ).rows
    expect(event).toEqual({ ip: '127.0.0.1', user_agent: expect.any(String) })
  })

  test('answers strangers the same for a wrong secret, an unknown document and another account', async () => {
    const document = await sendDocument(portal)
    const other = await sendDocument(portal)
    const answers = [
      await requestLink(portal.guest, document.documentId, newSecret()),
      await requestLink(portal.guest, newPublicId(), await mailedSecret(portal, document.documentId)),
      await requestLink(portal.guest, document.documentId, await mailedSecret(portal, other.documentId)),
      await requestLink(portal.guest, document.documentId),
      await requestLink(await portal.as(other.patient), document.documentId),
      await requestLink(await portal.as(document.center), document.documentId),
      await requestLink(portal.clientFor('globex'), document.documentId, await mailedSecret(portal, document.documentId)),
    ]
    expect(answers.map((answer) => [answer.statusCode, answer.json()])).toEqual(
      answers.map(() => [404, { message: 'Not found.', code: 'not_found' }]),
    )
  })

  test.each<[string, string, RegExp]>([
    ['declined', `status = 'Declined', step = 'done'`, /declined/],
    ['revoked', `status = 'Revoked', step = 'done'`, /cancelled/],
    ['expired', `status = 'Expired', step = 'done'`, /time to sign this document is over/],
    ['over, before the job has noticed it', `expires_at = now() - interval '1 second'`, /time to sign this document is over/],
  ])('answers 410 with the reason to the holder of a link whose document is %s', async (_, values, message) => {
    const document = await sendDocument(portal)
    const secret = await mailedSecret(portal, document.documentId)
    await change(`update documents set ${values} where id = $1`, [document.id])
    const answer = await requestLink(portal.guest, document.documentId, secret)
    expect([answer.statusCode, answer.json()]).toEqual([410, { code: 'link_expired', message: expect.stringMatching(message) }])
    expect((await requestLink(portal.guest, document.documentId, newSecret())).statusCode).toBe(404)
  })

  test('answers 410 when the secret has expired', async () => {
    const document = await sendDocument(portal)
    await change(`update document_recipients set secret_expires_at = now() where document_id = $1`, [document.id])
    const answer = await requestLink(portal.guest, document.documentId, await mailedSecret(portal, document.documentId))
    expect(answer.json()).toEqual({ code: 'link_expired', message: 'This link has expired. Ask for a new one.' })
  })

  test('refuses to sign for a patient in the account of the patient', async () => {
    const document = await sendDocument(portal)
    const admin = await portal.seed((db) => createUser(db, 'admin'))
    const impersonator = await portal.asImpersonator(document.patient, admin)
    const answer = await requestLink(impersonator, document.documentId)
    expect([answer.statusCode, answer.json().message]).toEqual([409, expect.stringMatching(/^Only the signer/)])
  })

  test('lets a center wait for its turn, then lets its staff sign for it, and records who signs', async () => {
    const document = await sendDocument(portal, { centerSigns: true })
    const early = await requestLink(await portal.as(document.center), document.documentId)
    expect([early.statusCode, early.json().message]).toEqual([409, expect.stringMatching(/^Another signer must sign first/)])
    await change(
      `update document_recipients set status = case role when 'center' then 'sent' else 'waiting' end where document_id = $1`,
      [document.id],
    )
    const { staff, stranger, admin } = await portal.seed(async (db) => ({
      staff: await createStaffOf(db, document.center),
      stranger: await createUser(db, 'hc_staff'),
      admin: await createUser(db, 'admin'),
    }))
    expect((await requestLink(await portal.as(stranger), document.documentId)).statusCode).toBe(404)
    expect((await requestLink(await portal.asImpersonator(document.center, admin), document.documentId)).statusCode).toBe(409)
    for (const client of [await portal.as(staff), await portal.asImpersonator(document.center, staff, 'staff')]) {
      expect((await requestLink(client, document.documentId)).statusCode).toBe(200)
    }
    const { rows } = await change(
      'select user_id from signing_sessions where ended_at is null and recipient_id in (select id from document_recipients where document_id = $1)',
      [document.id],
    )
    expect(rows).toEqual([{ user_id: staff }])
  })
})

describe('a signing page', () => {
  test('ends when the document is opened in another window, and with the reason when it is cancelled', async () => {
    const document = await sendDocument(portal)
    const first = await openMailedPage(portal, document)
    await first.consent()
    const second = await openMailedPage(portal, document)
    for (const answer of [
      await first.call('open'),
      await first.call('pdf'),
      await first.finish(),
      await first.call('decline', { reason: 'x' }),
    ]) {
      expect([answer.statusCode, answer.json().message]).toEqual([
        410,
        expect.stringMatching(/^This document was opened in another window\./),
      ])
    }
    expect((await second.call('open')).json().state).toBe('sign')
    await change(`update documents set status = 'Revoked', step = 'done' where id = $1`, [document.id])
    expect((await second.finish()).json()).toEqual({ code: 'link_expired', message: expect.stringMatching(/cancelled/) })
  })

  test('names the user who opened it, and ends when that user logs out, but not when it was opened by a mailed link', async () => {
    const document = await sendDocument(portal)
    const client = await portal.as(document.patient)
    const link = (await requestLink(client, document.documentId)).json().sign_link
    const page = pageOf(portal, secretOf(link))
    expect((await page.call('open')).statusCode).toBe(200)
    expect(await auditOf(document)).toContainEqual({
      type: 'document.viewed',
      actor_id: document.patient,
      patient_id: document.patient,
    })
    await client.post('/auth/logout/')
    for (const answer of [await page.call('open'), await page.call('pdf'), await page.finish()])
      expect([answer.statusCode, answer.json().message]).toEqual([410, expect.stringMatching(/or you logged out/)])
    const mailed = await openMailedPage(portal, document)
    expect((await mailed.call('open')).statusCode).toBe(200)
  })

  test('does not exist in another domain or with another secret, and ends after an hour', async () => {
    const document = await sendDocument(portal)
    const answer = await requestLink(portal.guest, document.documentId, await mailedSecret(portal, document.documentId))
    const session = secretOf(answer.json().sign_link)
    const expectEnded = async (page: SigningPage) => {
      for (const call of [await page.call('open'), await page.call('pdf'), await page.finish()])
        expect([call.statusCode, call.json().message]).toEqual([410, expect.stringMatching(/^This page was open for too long/)])
    }
    await expectEnded(pageOf(portal, session, portal.clientFor('globex')))
    await expectEnded(pageOf(portal, newSecret()))
    expect((await pageOf(portal, session).call('open')).statusCode).toBe(200)
    await change('update signing_sessions set expires_at = now()', [])
    await expectEnded(pageOf(portal, session))
  })
})

describe('consent', () => {
  test('needs the tick, the PDF and the present version, and is stored with version, hash, time, address and browser', async () => {
    const document = await sendDocument(portal)
    const page = await openMailedPage(portal, document)
    for (const [more, message] of [
      [{ accepted: false }, /tick the box/],
      [{ proof: 'x' }, /could not be shown/],
      [{ version: '2020-01' }, /has changed/],
    ] as const) {
      expect((await page.consent(more)).body).toMatch(message)
      expect((await page.call('open')).json().state).toBe('consent')
    }
    expect((await page.consent()).json()).toMatchObject({ state: 'sign' })
    const { rows } = await change(
      'select consent_version, consent_sha256, consented_at, consent_ip, consent_user_agent from document_recipients where document_id = $1',
      [document.id],
    )
    expect(rows).toEqual([
      {
        ...{ consent_version: CONSENT_VERSION, consent_sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
        ...{ consented_at: expect.any(String), consent_ip: '127.0.0.1', consent_user_agent: expect.any(String) },
      },
    ])
    expect(await eventsOf(document)).toContain('consented')
  })

  test('can be withdrawn before finishing, and is needed again when the disclosure changes', async () => {
    const document = await sendDocument(portal)
    const page = await openMailedPage(portal, document)
    const refusal = { code: 'conflict', message: 'Please accept the disclosure first.' }
    await page.consent()
    expect((await page.call('withdraw-consent')).json().state).toBe('consent')
    expect((await page.finish()).json()).toEqual(refusal)
    expect(await eventsOf(document)).toContain('consent_withdrawn')
    expect((await page.consent()).json().state).toBe('sign')
    await change(`update document_recipients set consent_version = '2020-01' where document_id = $1`, [document.id])
    expect((await page.call('open')).json().state).toBe('consent')
    expect((await page.finish()).json()).toMatchObject(refusal)
  })
})

describe('POST /api/v1/signing/decline/', () => {
  test('needs a reason, and ends the document with it, once', async () => {
    const document = await sendDocument(portal)
    const page = await openMailedPage(portal, document)
    expect((await page.call('decline', { reason: ' ' })).statusCode).toBe(422)
    expect((await page.call('decline', { reason: 'The dates are wrong.' })).json().status).toBe('Declined')
    expect((await page.call('decline', { reason: 'Again' })).json().status).toBe('Declined')
    expect((await page.finish()).statusCode).toBe(410)
    const { rows } = await change('select status, step, reason from documents where id = $1', [document.id])
    expect(rows).toEqual([{ status: 'Declined', step: 'done', reason: 'The dates are wrong.' }])
    expect((await eventsOf(document)).filter((type) => type === 'declined')).toHaveLength(1)
  })
})
