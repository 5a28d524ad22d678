/** The webhook of BoldSign, and what a document becomes by it, with a fake BoldSign and the real queue. */
import { buffer } from 'node:stream/consumers'
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDocument } from '#api/features/documents/create-document.commands.ts'
import { reconcile } from '#api/features/signing/refresh/sweep-signing.commands.ts'
import { findUsableTemplateById } from '#api/features/templates/usable-templates.queries.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { eventOf, SECRET, signature, startBoldsignPortal } from '../boldsign.fixture.ts'

let started: Awaited<ReturnType<typeof startBoldsignPortal>>
let pdf: Buffer
beforeAll(async () => {
  started = await startBoldsignPortal()
  const made = PDF.create()
  made.addPage({ size: 'letter' })
  pdf = Buffer.from(await made.save())
})
afterAll(() => started.close())

const DAY_MS = 86_400_000
const nora = { role: 'patient', name: 'Nora Hale', email: 'nora@patients.test' } as const
const ito = { role: 'center', name: 'Dr. Ito', email: 'ito@center.test' } as const

/** A document of a patient that BoldSign has. Returns its id, and its reference at BoldSign. */
async function sentDocument({ withCenter = false } = {}) {
  const { portal, createBoldsignTemplate } = started
  const { template_id } = await createBoldsignTemplate(pdf, { withCenter })
  const { id } = await portal.seed(async (db) => {
    const template = await findUsableTemplateById(db, template_id)
    if (!template) throw new Error('The template cannot be used')
    const centerId = await createUser(db, 'harvest_center')
    const patientId = await createPatient(db, { harvest_center_id: centerId })
    const signers = [{ ...nora, userId: patientId }, ...(withCenter ? [{ ...ito, userId: centerId }] : [])]
    const centers = { harvest_center_id: centerId, referral_center_id: null, referred_center_id: null }
    const patient = { id: patientId, name: nora.name, email: nora.email }
    return createDocument(db, {
      ...{ party: 'patient', kind: 'storage', name: 'Official Storage Agreement', template, signers, patient, centers },
      requestedBy: null,
    })
  })
  await portal.runJobs()
  return { id, ref: (await documentOf(id)).provider_ref as string }
}

const documentOf = async (id: number) => {
  const [found] = await started.portal.seed((db) =>
    db.rows<{
      status: string
      step: string
      failure: string
      reason: string
      provider_ref: string | null
      sealed_key: string | null
    }>('select status, step, failure, reason, provider_ref, sealed_key from documents where domain_id = $1 and id = $2', [
      db.domainId,
      id,
    ]),
  )
  if (!found) throw new Error('There is no such document')
  return found
}
const signersOf = (id: number) =>
  started.portal.seed((db) =>
    db.rows<{ role: string; status: string }>(
      'select role, status from document_recipients where domain_id = $1 and document_id = $2 order by position',
      [db.domainId, id],
    ),
  )
const eventsOf = async (id: number) => {
  const rows = await started.portal.seed((db) =>
    db.rows<{ type: string }>('select type from document_events where domain_id = $1 and document_id = $2 order by id', [
      db.domainId,
      id,
    ]),
  )
  return rows.map(({ type }) => type)
}
const signed = (body: string, headers = {}) => started.post(body, { 'x-boldsign-signature': signature(body), ...headers })
const refreshJobs = () =>
  started.portal.seed((db) =>
    db.rows(`select 1 from graphile_worker.jobs where task_identifier = 'signing.refresh_document'`, []),
  )
/** Sends the event and runs its job. */
async function receive(eventType: string, ref: string, eventId?: string): Promise<void> {
  const answer = await signed(eventOf(eventType, ref, eventId))
  expect([answer.statusCode, answer.json()]).toEqual([200, { success: true }])
  await started.portal.runJobs()
}

describe('a signed event', () => {
  test('completes a signed document: the signed file is stored, and the patient’s copy is mailed', async () => {
    const { server, portal } = started
    const { id, ref } = await sentDocument()
    expect(await documentOf(id)).toMatchObject({ status: 'Pending', step: 'waiting' })
    server.view(ref, nora.email)
    await receive('Viewed', ref)
    expect(await signersOf(id)).toEqual([{ role: 'patient', status: 'viewed' }])
    server.sign(ref, nora.email)
    await receive('Completed', ref)
    const { sealed_key, ...document } = await documentOf(id)
    expect(document).toMatchObject({ status: 'Completed', step: 'done' })
    const { stream } = await portal.ports.files.open(sealed_key as string)
    expect((await PDF.load(await buffer(stream))).getPageCount()).toBe(2)
    expect(await signersOf(id)).toEqual([{ role: 'patient', status: 'signed' }])
    expect(await eventsOf(id)).toEqual(expect.arrayContaining(['sent', 'invited', 'viewed', 'signed', 'completed']))
  })

  test('invites the second signer after the first', async () => {
    const { server } = started
    const { id, ref } = await sentDocument({ withCenter: true })
    const statuses = async () => (await signersOf(id)).map(({ status }) => status)
    expect(await statuses()).toEqual(['sent', 'waiting'])
    server.sign(ref, nora.email)
    await receive('Signed', ref)
    expect(await statuses()).toEqual(['signed', 'sent'])
    server.sign(ref, ito.email)
    await receive('Signed', ref)
    expect(await statuses()).toEqual(['signed', 'signed'])
    expect(await documentOf(id)).toMatchObject({ status: 'Completed' })
  })

  test('declines with the reason, and revokes and expires', async () => {
    const { server } = started
    const [declined, revoked, expired] = [await sentDocument(), await sentDocument(), await sentDocument()]
    server.decline(declined.ref, nora.email, 'Too expensive')
    server.end(revoked.ref, 'Revoked', 'A mistake')
    server.end(expired.ref, 'Expired')
    await receive('Declined', declined.ref)
    await receive('Revoked', revoked.ref)
    await receive('Expired', expired.ref)
    expect(await documentOf(declined.id)).toMatchObject({ status: 'Declined', reason: 'Too expensive' })
    expect(await signersOf(declined.id)).toEqual([{ role: 'patient', status: 'declined' }])
    expect(await documentOf(revoked.id)).toMatchObject({ status: 'Revoked', reason: 'A mistake' })
    expect(await documentOf(expired.id)).toMatchObject({ status: 'Expired' })
  })

  test('changes nothing when it is repeated, late or out of order', async () => {
    const { server } = started
    const { id, ref } = await sentDocument()
    server.sign(ref, nora.email)
    await receive('Completed', ref, 'event-1')
    const events = await eventsOf(id)
    for (const type of ['Signed', 'Viewed', 'Sent', 'Completed']) await receive(type, ref)
    const calls = server.requests.length
    await receive('Completed', ref, 'event-1')
    expect(server.requests).toHaveLength(calls)
    expect(await eventsOf(id)).toEqual(events)
  })

  test('is received when the portal was off for a day, and only once', async () => {
    const { server, post, portal } = started
    const { id, ref } = await sentDocument()
    server.sign(ref, nora.email)
    const body = eventOf('Completed', ref)
    const repeat = () => post(body, { 'x-boldsign-signature': signature(body, { at: Date.now() - 1.4 * DAY_MS }) })
    expect((await repeat()).statusCode).toBe(200)
    await portal.runJobs()
    expect(await documentOf(id)).toMatchObject({ status: 'Completed' })
    const calls = server.requests.length
    expect((await repeat()).statusCode).toBe(200)
    await portal.runJobs()
    expect(server.requests).toHaveLength(calls)
  })

  test('does not decide by itself: BoldSign is asked for the state', async () => {
    const { id, ref } = await sentDocument()
    await receive('Completed', ref)
    expect(await documentOf(id)).toMatchObject({ status: 'Pending', step: 'waiting' })
  })

  test('shows admins a document that BoldSign could not send', async () => {
    const { server } = started
    const { id, ref } = await sentDocument()
    const at = server.documents.findIndex((document) => document.id === ref)
    server.documents.splice(at, 1)
    await receive('SendFailed', ref)
    expect(await documentOf(id)).toMatchObject({ step: 'send_failed', failure: expect.stringMatching(/could not send/) })
  })

  test('waits for the time that BoldSign names after too many requests', async () => {
    const { server, portal } = started
    const { id, ref } = await sentDocument()
    server.sign(ref, nora.email)
    server.limit = { 'retry-after': '600' }
    await receive('Completed', ref)
    server.limit = undefined
    expect(await documentOf(id)).toMatchObject({ step: 'waiting' })
    expect(await refreshJobs()).toHaveLength(1)
    await portal.seed((db) =>
      db.rows('select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())', []),
    )
    started.advance(600_000)
    await portal.runJobs()
    expect(await documentOf(id)).toMatchObject({ status: 'Completed' })
  })
})

test('the nightly sweep finds a document whose event was lost', async () => {
  const { server, portal } = started
  const { id, ref } = await sentDocument()
  server.sign(ref, nora.email)
  expect(await reconcile(portal.owner, Date.now() - 3_600_000)).toBeGreaterThan(0)
  await portal.runJobs()
  expect(await documentOf(id)).toMatchObject({ status: 'Completed' })
})

describe('the webhook', () => {
  test('answers the verification of the URL without a signature', async () => {
    const answer = await started.post(eventOf('Verification'), {})
    expect(answer.statusCode).toBe(200)
  })

  test('accepts the signature of the old secret while BoldSign sends both', async () => {
    const body = eventOf('Viewed', 'unknown')
    const [time, ours] = signature(body, { name: 's1' }).split(', ')
    const other = signature(body, { secret: 'new secret' }).split(', ')[1]
    const answer = await started.post(body, { 'x-boldsign-signature': `${time}, ${other}, ${ours}` })
    expect(answer.statusCode).toBe(200)
  })

  test.each<[string, (body: string) => Record<string, string>]>([
    ['no signature', () => ({})],
    ['the signature of another body', () => ({ 'x-boldsign-signature': signature('{}') })],
    ['another secret', (body) => ({ 'x-boldsign-signature': signature(body, { secret: 'other' }) })],
    ['an event of three days ago', (body) => ({ 'x-boldsign-signature': signature(body, { at: Date.now() - 3 * DAY_MS }) })],
    ['an event of the future', (body) => ({ 'x-boldsign-signature': signature(body, { at: Date.now() + 3_600_000 }) })],
  ])('refuses %s and queues nothing', async (_what, headers) => {
    const { ref } = await sentDocument()
    const body = eventOf('Completed', ref)
    expect((await started.post(body, headers(body))).statusCode).toBe(401)
    expect(await refreshJobs()).toEqual([])
  })

  test('is bound to its domain: other secrets and other documents do not exist there', async () => {
    const { portal, post } = started
    const body = eventOf('Completed', (await sentDocument()).ref)
    expect((await post(body, { 'x-boldsign-signature': signature(body) }, 'globex')).statusCode).toBe(401)
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    await other.patch('/domain/signing-settings/', { webhook_secret: 'theirs' })
    expect((await post(body, { 'x-boldsign-signature': signature(body) }, 'globex')).statusCode).toBe(401)
    const theirs = { 'x-boldsign-signature': signature(body, { secret: 'theirs' }) }
    expect((await post(body, theirs, 'globex')).statusCode).toBe(200)
    expect(await refreshJobs()).toEqual([])
    expect((await post(body, theirs, 'nowhere')).statusCode).toBe(404)
    expect((await post(body, { ...theirs, domain: 'acme' }, 'globex')).statusCode).toBe(200)
  })

  test.each([
    ['no JSON', 'Completed'],
    ['no event', '{"data":{}}'],
    ['an empty body', ''],
  ])('answers 400 for %s', async (_what, body) => {
    expect((await started.post(body, { 'x-boldsign-signature': signature(body, { secret: SECRET }) })).statusCode).toBe(400)
  })

  test('refuses a body that is too large', async () => {
    expect((await started.post('x'.repeat(300_000), {})).statusCode).toBe(413)
  })
})
