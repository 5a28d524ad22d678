import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { type ArrangedDocuments, arrangeDocuments, emailOf, linkIn, mailsTo } from '#api/features/documents/documents.fixture.ts'
import { DAY_MS } from '#api/features/documents/state/change-state.commands.ts'
import { lockDocument, lockRecipients } from '#api/features/documents/state/lock-document.queries.ts'
import { hashSecret } from '#api/platform/crypto/secret-tokens.ts'
import { SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'
import { followUp } from './follow-up.commands.ts'

// As promised to users, and not from the code: a changed number must fail here.
const FIRST_REMINDER_DAYS = 5
const REMINDER_DAYS = 2
const MAX_REMINDERS = 10
const EXPIRY_DAYS = 90

let portal: TestPortal
let ids: ArrangedDocuments
let asCenter: TestClient
let asAdmin: TestClient
let email: string
beforeAll(async () => {
  portal = await startTestPortal()
})
afterAll(() => portal.close())
beforeEach(async () => {
  await portal.owner.query(`update templates set is_active = false;
    update documents set status = 'Revoked', step = 'done', next_reminder_at = null where status = 'Pending'`)
  ids = await arrangeDocuments(portal)
  asCenter = await portal.as(ids.center)
  asAdmin = await portal.as(ids.admin)
  email = await emailOf(portal, ids.patient)
})

const run = <T>(work: (db: Db) => Promise<T>) => inDomain(portal.pool, portal.domainId, work)
/** The key of the job that sends the document. */
const keyOf = (id: number) => `${portal.domainId}:documents.send:${id}`
const read = (id: number) => run((db) => lockDocument(db, { id }))
const requestOne = async (): Promise<number> => {
  const form = { harvest_center_id: ids.center, name: 'Nora Hale', email, template_id: ids.processing.template_id }
  expect((await asCenter.post('/api/v1/documents/send/', form)).statusCode).toBe(200)
  return (await asCenter.get(`/api/v1/documents/list/${ids.patient}/`)).json().processing[0].id
}
const sentOne = async () => {
  const id = await requestOne()
  await portal.runJobs()
  return id
}
const followUpAt = async (at: Date) => {
  await followUp(portal.owner, at)
  await portal.runJobs()
}
const mails = async () => (await mailsTo(portal, email)).length

describe('reminders', () => {
  test('come after five days, then every two days, ten times, and never after that', async () => {
    const id = await sentOne()
    const first = new Date((await read(id)).next_reminder_at ?? '')
    expect(first.getTime() - Date.now()).toBeGreaterThan(FIRST_REMINDER_DAYS * DAY_MS - 60_000)
    expect(first.getTime() - Date.now()).toBeLessThanOrEqual(FIRST_REMINDER_DAYS * DAY_MS)
    for (let n = 0; n < MAX_REMINDERS; n++) {
      const due = new Date(first.getTime() + n * REMINDER_DAYS * DAY_MS)
      // The same rule makes all later ones.
      if (n < 3) await followUpAt(new Date(due.getTime() - 1))
      expect(await mails()).toBe(1 + n)
      await followUpAt(due)
      expect(await mails()).toBe(2 + n)
    }
    await followUpAt(new Date(first.getTime() + 60 * DAY_MS))
    expect(await mails()).toBe(1 + MAX_REMINDERS)
    const [last] = await mailsTo(portal, email)
    expect(last?.subject).toBe('Reminder: please sign a document for Acme Cells')
  })

  test('repeat the first link, and two runs at once send one', async () => {
    const id = await sentOne()
    const due = new Date((await read(id)).next_reminder_at ?? '')
    await Promise.all([followUp(portal.owner, due), followUp(portal.owner, due)])
    await portal.runJobs()
    const [reminder, request, more] = await mailsTo(portal, email)
    expect(more).toBeUndefined()
    expect(linkIn(reminder?.text ?? '')).toEqual(linkIn(request?.text ?? ''))
  })
})

test('a document expires after its days, and not before, and mails the requester', async () => {
  const id = await sentOne()
  const at = new Date((await read(id)).expires_at ?? '')
  expect(Math.abs(at.getTime() - Date.now() - EXPIRY_DAYS * DAY_MS)).toBeLessThan(60_000)
  await followUpAt(new Date(at.getTime() - 1))
  expect((await read(id)).status).toBe('Pending')
  await followUpAt(at)
  expect((await read(id)).status).toBe('Expired')
  expect((await mailsTo(portal, await emailOf(portal, ids.center)))[0]?.subject).toBe('A document has expired')
})

describe('sending', () => {
  const failOnce = (error: Error) => {
    const { send } = portal.ports.signing.embedded
    portal.ports.signing.embedded.send = async () => {
      portal.ports.signing.embedded.send = send
      throw error
    }
  }

  test('that the provider refuses is seen by admins, who try again', async () => {
    failOnce(new SigningRefused('This template is broken.'))
    const id = await sentOne()
    const [failed] = (await asAdmin.get('/api/v1/documents/?failed=1')).json().results
    expect(failed).toMatchObject({ id, step: 'send_failed', failure: 'This template is broken.', can: { retry: true } })
    expect((await asAdmin.get('/api/v1/documents/failures/')).json().count).toBe(1)
    expect((await asCenter.get(`/api/v1/documents/list/${ids.patient}/`)).json().processing[0].failure).toBe('')
    expect((await asCenter.post(`/api/v1/documents/${id}/retry/`)).statusCode).toBe(403)
    expect((await asAdmin.post(`/api/v1/documents/${id}/retry/`)).statusCode).toBe(200)
    expect((await asAdmin.post(`/api/v1/documents/${id}/retry/`)).statusCode).toBe(409)
    await portal.runJobs()
    expect(await read(id)).toMatchObject({ step: 'waiting', failure: '' })
    expect(await mails()).toBe(1)
  })

  test('is tried again by the queue while the provider is away', async () => {
    failOnce(new SigningUnavailable('The provider is away'))
    const id = await requestOne()
    await portal.runJobs()
    expect((await read(id)).step).toBe('sending')
    await portal.owner.query(`update graphile_worker._private_jobs set run_at = now() where key = $1`, [keyOf(id)])
    await portal.runJobs()
    expect((await read(id)).step).toBe('waiting')
  })

  test('fails visibly after the last try', async () => {
    const { send } = portal.ports.signing.embedded
    portal.ports.signing.embedded.send = () => Promise.reject(new SigningUnavailable('The provider is away'))
    const id = await requestOne()
    await portal.owner.query(`update graphile_worker._private_jobs set max_attempts = 1 where key = $1`, [keyOf(id)])
    await portal.runJobs()
    portal.ports.signing.embedded.send = send
    expect(await read(id)).toMatchObject({ step: 'send_failed', failure: 'The signing service did not answer.' })
  })

  test('goes on after a process that was killed between the provider and the record', async () => {
    const sent: string[] = []
    const { send } = portal.ports.signing.embedded
    portal.ports.signing.embedded.send = async (account, document) => {
      sent.push(document.documentId)
      const ref = await send(account, document)
      if (sent.length === 1) throw new SigningUnavailable('Killed')
      return ref
    }
    const id = await requestOne()
    await portal.runJobs()
    // The killed worker used up the last try.
    await portal.owner.query(`delete from graphile_worker._private_jobs where key = $1`, [keyOf(id)])
    await followUpAt(new Date())
    portal.ports.signing.embedded.send = send
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(1)
    expect((await read(id)).step).toBe('waiting')
    expect(await mails()).toBe(1)
  })

  test('leaves documents alone whose job is still queued', async () => {
    const id = await requestOne()
    const before = await portal.owner.query('select id from graphile_worker.jobs where key = $1', [keyOf(id)])
    await followUp(portal.owner)
    const after = await portal.owner.query('select id from graphile_worker.jobs where key = $1', [keyOf(id)])
    expect(after.rows).toEqual(before.rows)
  })

  test('of a document that was revoked in the meantime revokes it at the provider', async () => {
    const { send, revoke } = portal.ports.signing.embedded
    const revoked: string[] = []
    portal.ports.signing.embedded.send = async (account, document) => {
      expect((await asAdmin.post(`/api/v1/documents/${id}/void/`, { reason: 'Wrong patient' })).statusCode).toBe(200)
      return send(account, document)
    }
    portal.ports.signing.embedded.revoke = async (account, ref, reason) => {
      revoked.push(ref)
      return revoke(account, ref, reason)
    }
    const id = await requestOne()
    await portal.runJobs()
    Object.assign(portal.ports.signing.embedded, { send, revoke })
    expect(await read(id)).toMatchObject({ status: 'Revoked', reason: 'Wrong patient' })
    expect(revoked).toEqual([(await read(id)).document_id])
    expect(await mails()).toBe(0)
  })
})

describe('POST /api/v1/utilities/send-patient-sign-email/', () => {
  const PATH = '/api/v1/utilities/send-patient-sign-email/'
  const secretOf = async (id: number) => (await run((db) => lockRecipients(db, id)))[0]?.secret_hash

  test('mails a new link, and the earlier one stops working at once', async () => {
    const id = await sentOne()
    const [first] = await mailsTo(portal, email)
    const [, firstSecret = ''] = linkIn(first?.text ?? '')
    expect(await secretOf(id)).toEqual(hashSecret(firstSecret))
    expect((await asCenter.post(PATH, { doc_id: id })).statusCode).toBe(200)
    expect(await secretOf(id)).toBeNull()
    await portal.runJobs()
    const [second] = await mailsTo(portal, email)
    const [, secret = ''] = linkIn(second?.text ?? '')
    expect(secret).not.toBe(firstSecret)
    expect(await secretOf(id)).toEqual(hashSecret(secret))
  })

  test('sent twice at once, the newest link works', async () => {
    const id = await sentOne()
    const { document_id } = await read(id)
    const answers = await Promise.all([asCenter.post(PATH, { doc_id: id }), asAdmin.post(PATH, { doc_id: document_id })])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200])
    await portal.runJobs()
    const [newest] = await mailsTo(portal, email)
    const [, secret = ''] = linkIn(newest?.text ?? '')
    expect(await secretOf(id)).toEqual(hashSecret(secret))
  })

  test('renews an expiry that is near, and no other', async () => {
    const id = await sentOne()
    const expiry = async () => new Date((await read(id)).expires_at ?? '').getTime()
    const before = await expiry()
    await asCenter.post(PATH, { doc_id: id })
    expect(await expiry()).toBe(before)
    await portal.owner.query(`update documents set expires_at = now() + interval '6 days' where id = $1`, [id])
    await asCenter.post(PATH, { doc_id: id })
    expect(await expiry()).toBeGreaterThan(before - 60_000)
  })

  test('is refused for a document that ended, and hidden from other centers and domains', async () => {
    const id = await sentOne()
    expect((await (await portal.as(ids.strangersCenter)).post(PATH, { doc_id: id })).statusCode).toBe(404)
    await asAdmin.post(`/api/v1/documents/${id}/void/`, { reason: 'Wrong patient' })
    const refused = await asCenter.post(PATH, { doc_id: id })
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'This document was voided.'])
  })
})
