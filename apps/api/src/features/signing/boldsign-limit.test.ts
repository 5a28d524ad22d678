/** What waits, and what people read, while BoldSign accepts no more requests. */
import { PDF } from '@libpdf/core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createDocument } from '#api/features/documents/create-document.commands.ts'
import { NEW_TEMPLATE, sendForm, TEMPLATES_PATH, taggedPdf } from '#api/features/templates/templates.fixture.ts'
import { findUsableTemplateById } from '#api/features/templates/usable-templates.queries.ts'
import { createPatient, createUser } from '#api/testing/factories.ts'
import { eventOf, signature, startBoldsignPortal } from './boldsign.fixture.ts'
import { requestLink } from './signing.fixture.ts'

const MINUTE = 60_000
let started: Awaited<ReturnType<typeof startBoldsignPortal>>
let pdf: Buffer
beforeAll(async () => {
  started = await startBoldsignPortal()
  const made = PDF.create()
  made.addPage({ size: 'letter' })
  pdf = Buffer.from(await made.save())
})
afterAll(() => started.close())

/** The waiting jobs of a task: failed attempts, and minutes until the next one. */
const waitingJobs = (task: string) =>
  started.portal.seed((db) =>
    db.rows<{ attempts: number; minutes: number }>(
      `select attempts, round(extract(epoch from run_at - now()) / 60)::int as minutes
       from graphile_worker.jobs
       where task_identifier = $1`,
      [task],
    ),
  )
const waitOver = async () => {
  started.server.limit = undefined
  started.advance(30 * MINUTE)
  await started.portal.seed((db) =>
    db.rows('select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs), now())', []),
  )
  await started.portal.runJobs()
}
const refuseRequests = () => {
  started.server.limit = { 'retry-after': '1800' }
}
beforeEach(() => {
  started.server.limit = undefined
})

async function newDocument() {
  const { portal, createBoldsignTemplate } = started
  const { template_id } = await createBoldsignTemplate(pdf)
  return portal.seed(async (db) => {
    const template = await findUsableTemplateById(db, template_id)
    if (!template) throw new Error('The template cannot be used')
    const patientId = await createPatient(db)
    const nora = { name: 'Nora Hale', email: 'nora@patients.test' }
    const signers = [{ ...nora, role: 'patient' as const, userId: patientId }]
    const patient = { ...nora, id: patientId }
    const order = { party: 'patient', kind: 'storage', name: 'Storage', template, signers, patient, requestedBy: null } as const
    return { ...(await createDocument(db, order)), patientId }
  })
}
const stateOf = (id: number) =>
  started.portal.seed((db) => db.findRow('documents', ['status', 'step', 'failure', 'provider_ref'], { id }))

test('a document waits for its time and is then sent; its signer reads how long', async () => {
  const { portal } = started
  const { id, document_id, patientId } = await newDocument()
  refuseRequests()
  await portal.runJobs()
  expect(await stateOf(id)).toMatchObject({ step: 'sending', failure: '' })
  expect(await waitingJobs('documents.send')).toEqual([{ attempts: 0, minutes: 30 }])
  const answer = await requestLink(await portal.as(patientId), document_id)
  expect([answer.statusCode, answer.json().message]).toEqual([503, 'BoldSign accepts no more requests now. Try again in 30 min.'])
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(1700)
  await waitOver()
  expect(await stateOf(id)).toMatchObject({ step: 'waiting' })
})

test('a signed document waits for its file', async () => {
  const { portal, server, post } = started
  const { id } = await newDocument()
  await portal.runJobs()
  const ref = (await stateOf(id))?.provider_ref ?? ''
  server.sign(ref, 'nora@patients.test')
  const body = eventOf('Completed', ref)
  await post(body, { 'x-boldsign-signature': signature(body) })
  server.limitedPath = 'GET /v1/document/download'
  refuseRequests()
  await portal.runJobs()
  server.limitedPath = undefined
  expect(await stateOf(id)).toMatchObject({
    ...{ status: 'Pending', step: 'sealing' },
    failure: 'The signing service accepts no more requests in this hour. The portal tries again.',
  })
  expect(await waitingJobs('signing.seal')).toEqual([{ attempts: 0, minutes: 30 }])
  await waitOver()
  expect(await stateOf(id)).toMatchObject({ status: 'Completed', failure: '' })
})

test('a template waits for its preparation, and Verify Status says how long', async () => {
  const { portal, admin, createBoldsignTemplate } = started
  await createBoldsignTemplate(pdf)
  refuseRequests()
  const answer = await admin.get(`${TEMPLATES_PATH}status-by-domain/${portal.domainId}/type/2/`)
  expect([answer.statusCode, answer.json().message]).toEqual([503, expect.stringMatching(/no more requests now\. Try again in/)])
  const by = await portal.seed((db) => createUser(db, 'admin'))
  const { id } = (await sendForm(portal, TEMPLATES_PATH, NEW_TEMPLATE, taggedPdf(), { by })).json()
  await portal.runJobs()
  expect(await waitingJobs('templates.prepare')).toEqual([{ attempts: 0, minutes: 30 }])
  await waitOver()
  const prepared = await portal.seed((db) => db.findRow('templates', ['status'], { id }))
  expect(prepared).toEqual({ status: 'Completed' })
})
