/** Asking an external provider for the status of documents: each caller asks only for those that the caller may see. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ArrangedDocuments, arrangeDocuments } from '#api/features/documents/documents.fixture.ts'
import { startTestPortal, type TestPortal } from '#api/testing/test-portal.ts'

const path = '/api/v1/utilities/update-document-status/'

let portal: TestPortal
let ids: ArrangedDocuments
let documents: { patient: number; stranger: number }

const sendTo = async (centerId: number, patientId: number): Promise<number> => {
  const { name, email } = (
    await portal.owner.query(`select first_name || ' ' || last_name as name, email from users where id = $1`, [patientId])
  ).rows[0]
  const form = { harvest_center_id: centerId, name, email, template_id: ids.processing.template_id }
  const client = await portal.as(centerId)
  expect((await client.post('/api/v1/documents/send/', form)).statusCode).toBe(200)
  return (await client.get(`/api/v1/documents/list/${patientId}/`)).json().processing[0].id
}
const asked = async (): Promise<number[]> =>
  (
    await portal.owner.query(
      `select key from graphile_worker.jobs where task_identifier = 'signing.refresh_document' order by key`,
    )
  ).rows.map(({ key }) => Number(key.split(':')[2]))

beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrangeDocuments(portal)
  documents = { patient: await sendTo(ids.center, ids.patient), stranger: await sendTo(ids.strangersCenter, ids.stranger) }
  await portal.runJobs()
})
afterAll(() => portal.close())

test('the own engine is not asked, because it keeps the status itself', async () => {
  expect((await (await portal.as(ids.admin)).get(path)).json()).toEqual({ success: true })
  expect(await asked()).toEqual([])
})

test('a patient asks for the own documents, another center for its own, an admin for all; twice asks once', async () => {
  await portal.owner.query(`update documents set provider = 'boldsign', provider_ref = 'ref-' || id`)
  expect((await (await portal.as(ids.patient)).get(path)).json()).toEqual({ success: true })
  expect(await asked()).toEqual([documents.patient])
  const admin = await portal.as(ids.admin)
  expect((await admin.get(path)).statusCode).toBe(200)
  expect((await admin.get(path)).statusCode).toBe(200)
  expect(await asked()).toEqual([documents.patient, documents.stranger].sort((a, b) => a - b))
  await portal.owner.query('delete from graphile_worker._private_jobs')
  expect((await (await portal.as(ids.strangersCenter)).get(path)).statusCode).toBe(200)
  expect(await asked()).toEqual([documents.stranger])
})
