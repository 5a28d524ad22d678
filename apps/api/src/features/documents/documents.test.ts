/** Visibility of documents for each role, and the actions of each viewer. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#api/db/db.ts'
import { type ArrangedDocuments, arrangeDocuments } from '#api/features/documents/documents.fixture.ts'
import { createDocument } from '#api/testing/document-factories.ts'
import { createCenter, createUser } from '#api/testing/factories.ts'
import { startTestPortal, type TestClient, type TestPortal } from '#api/testing/test-portal.ts'

type Name = 'pending' | 'signed' | 'hidden' | 'revoked' | 'attestation' | 'invited' | 'strangers' | 'foreign'

let portal: TestPortal
let ids: ArrangedDocuments
let documents: Record<Name, { id: number; document_id: string }>
const clients = new Map<string, TestClient>()
beforeAll(async () => {
  portal = await startTestPortal()
  ids = await arrangeDocuments(portal)
  const patients = {
    ...{ patient_id: ids.patient, patient_name: 'Nora Hale', patient_email: 'nora@patients.test' },
    ...{ harvest_center_id: ids.center, referral_center_id: ids.referral },
  }
  const attestation = { party: 'center', kind: 'attestation', harvest_center_id: ids.center } as const
  const invited = { patient_name: 'Gus Lind', patient_email: 'gus@patients.test', harvest_center_id: ids.center }
  documents = await portal.seed(async (db) => ({
    pending: await createDocument(db, patients),
    signed: await createDocument(db, { ...patients, status: 'Completed' }),
    hidden: await createDocument(db, { ...patients, status: 'Completed' }),
    revoked: await createDocument(db, patients),
    attestation: await createDocument(db, { ...attestation, status: 'Completed' }),
    invited: await createDocument(db, invited),
    strangers: await createDocument(db, { patient_id: ids.stranger, harvest_center_id: ids.strangersCenter }),
    foreign: await portal.seedOther((other) => createDocument(other)),
  }))
  const users = await portal.seed(async (db) => ({
    ...{ admin: ids.admin, patient: ids.patient, stranger: ids.stranger, center: ids.center, staff: ids.staff },
    ...{ referral: ids.referral, strangersCenter: ids.strangersCenter, lab: await labOf(db, ids.center) },
    colleague: await createCenter(db),
    observer: await createUser(db, 'observer'),
    sales: await createUser(db, 'sales_rep'),
    manager: await createUser(db, 'sales_manager'),
    distributor: await createUser(db, 'sales_distributor'),
  }))
  for (const [viewer, id] of Object.entries(users)) clients.set(viewer, await portal.as(id))
  for (const { id } of [documents.hidden, documents.revoked]) await clientOf('admin').delete(`/api/v1/documents/${id}/`)
})
afterAll(() => portal.close())

const labOf = async (db: Db, center: number) =>
  (await db.selectFrom('users').select('lab_id').where('id', '=', center).executeTakeFirstOrThrow()).lab_id ?? 0
const clientOf = (viewer: string) => clients.get(viewer) ?? portal.guest
const names = () => Object.keys(documents) as Name[]
const find = (viewer: string, name: Name) => clientOf(viewer).get(`/api/v1/documents/find/${documents[name].document_id}/`)
const seenBy = async (viewer: string) => {
  const answers = await Promise.all(names().map(async (name) => [name, (await find(viewer, name)).statusCode] as const))
  return answers.filter(([, status]) => status === 200).map(([name]) => name)
}

describe('a document is seen', () => {
  test.each([
    ['admin', ['pending', 'signed', 'hidden', 'revoked', 'attestation', 'invited', 'strangers']],
    ['patient', ['pending', 'signed', 'hidden']],
    ['stranger', ['strangers']],
    ['center', ['pending', 'signed', 'attestation', 'invited']],
    ['staff', ['pending', 'signed', 'attestation', 'invited']],
    ['referral', ['pending', 'signed']],
    ['lab', ['pending', 'signed', 'invited']],
    ['strangersCenter', ['strangers']],
    ['colleague', []],
    ['observer', []],
    ['sales', []],
    ['manager', []],
    ['distributor', []],
    ['guest', []],
  ] as const)('by %s: %j', async (viewer, seen) => {
    expect(await seenBy(viewer)).toEqual(seen)
  })

  test('by its history and its link where it is seen at all', async () => {
    for (const viewer of ['patient', 'center', 'referral', 'lab', 'colleague'])
      for (const name of ['signed', 'hidden', 'strangers', 'foreign'] as const) {
        const { statusCode } = await find(viewer, name)
        for (const path of ['history/', 'pdf-link/'])
          expect([
            viewer,
            name,
            (await clientOf(viewer).get(`/api/v1/documents/${documents[name].id}/${path}`)).statusCode,
          ]).toEqual([viewer, name, statusCode])
      }
  })
})

describe('the lists', () => {
  const listed = async (viewer: string) => {
    const { attestation } = (await clientOf(viewer).get(`/api/v1/documents/list/${ids.patient}/`)).json()
    return attestation.map(({ id }: { id: number }) => names().find((name) => documents[name].id === id))
  }
  const inPage = async (viewer: string, path: string) =>
    (await clientOf(viewer).get(path))
      .json()
      .results.map(({ id }: { id: number }) => names().find((name) => documents[name].id === id))

  test('keep a removed document that was signed for the patient, and for nobody else', async () => {
    expect(await listed('patient')).toEqual(['hidden', 'signed', 'pending'])
    for (const viewer of ['admin', 'center', 'staff', 'referral', 'lab'])
      expect([viewer, await listed(viewer)]).toEqual([viewer, ['signed', 'pending']])
    for (const viewer of ['stranger', 'strangersCenter', 'colleague'])
      expect((await clientOf(viewer).get(`/api/v1/documents/list/${ids.patient}/`)).statusCode).toBe(404)
  })

  test('of admins and of a center have no removed document', async () => {
    expect(await inPage('admin', '/api/v1/documents/?limit=20')).toEqual(['strangers', 'invited', 'signed', 'pending'])
    const ofCenter = `/api/v1/harvest-centers/${ids.center}/documentList/`
    for (const viewer of ['admin', 'center', 'staff'])
      expect(await inPage(viewer, ofCenter)).toEqual(['invited', 'signed', 'pending'])
    expect((await clientOf('colleague').get(ofCenter)).statusCode).toBe(404)
  })

  test('of the centers find one center by its id', async () => {
    const path = `/api/v1/documents/harvest-centers/?center=${ids.center}`
    expect((await clientOf('admin').get(path)).json()).toMatchObject({
      count: 1,
      results: [{ id: ids.center, signed: true, documents: [{ id: documents.attestation.id, status: 'Completed' }] }],
    })
    const other = await portal.asOther(await portal.seedOther((db) => createUser(db, 'admin')))
    expect((await other.get(path)).json()).toMatchObject({ count: 0, results: [] })
    expect((await clientOf('admin').get('/api/v1/documents/harvest-centers/?center=x')).statusCode).toBe(422)
  })
})

describe('can', () => {
  const can = async (viewer: string, name: Name) => {
    const abilities = (await find(viewer, name)).json().can
    return Object.keys(abilities).filter((action) => abilities[action])
  }

  test.each([
    ['admin', 'pending', ['resend', 'copy_link', 'void', 'delete', 'edit', 'hold']],
    ['admin', 'signed', ['open_pdf', 'delete', 'edit', 'hold']],
    ['admin', 'hidden', ['open_pdf', 'edit', 'hold']],
    ['patient', 'pending', ['sign']],
    ['patient', 'signed', ['open_pdf']],
    ['patient', 'hidden', ['open_pdf']],
    ['center', 'pending', ['resend', 'copy_link', 'void']],
    ['staff', 'pending', ['resend', 'copy_link', 'void']],
    ['referral', 'signed', ['open_pdf']],
    ['lab', 'pending', []],
    ['lab', 'signed', ['open_pdf']],
  ] as const)('of %s with a %s document: %j', async (viewer, name, actions) => {
    expect(await can(viewer, name)).toEqual(actions)
  })
})
