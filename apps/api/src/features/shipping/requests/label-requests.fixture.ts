/** Creates label requests for tests. */
import type { Insertable } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

export const REQUESTS_PATH = '/api/v1/fedex-requests/'

/** Every admin of the domain is notified of each request, so the tests of a file share one. */
export type Handlers = Record<'admin' | 'foreignAdmin' | 'lab', number>
export interface RequestIds extends Handlers {
  center: number
  patient: number
  request: number
}

type RequestValues = Partial<Insertable<Tables['label_requests']>> & { center_id: number; patients?: number[] }

/** Inserts only the row of a request, and returns its id. */
export async function createRequestRow(db: Db, { patients = [], ...values }: RequestValues): Promise<number> {
  const address = { address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' }
  const own = {
    requested_by: values.center_id,
    email: 'desk@clinic.example',
    representative: 'Ruth Keller',
    label_date: '2026-03-02',
  }
  const domain_id = db.domainId
  const { id } = await db
    .insertInto('label_requests')
    .values({ domain_id, ...own, ...address, ...values })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = patients.map((patient_id) => ({ domain_id, request_id: id, patient_id }))
  if (rows.length > 0) await db.insertInto('label_request_patients').values(rows).execute()
  return id
}

/** Creates a lab with an address, an admin, and an admin of the other domain. */
export async function createHandlers(portal: TestPortal): Promise<Handlers> {
  const place = { address1: '1 Lab Way', city: 'Reno', state_desc: 'Nevada', country_desc: 'United States', zip_code: '89501' }
  return {
    foreignAdmin: await portal.seedOther((db) => createUser(db, 'admin')),
    ...(await portal.seed(async (db) => ({
      lab: await createUser(db, 'lab', { company: 'Acme Lab', phone_number: '775 555 0100', ...place }),
      admin: await createUser(db, 'admin'),
    }))),
  }
}

/** Creates a center of the lab and its patient; the center then requests a label. */
export async function createLabelRequest(portal: TestPortal, given?: Handlers): Promise<RequestIds> {
  const handlers = given ?? (await createHandlers(portal))
  const ids = await portal.seed(async (db) => {
    const center = await createCenter(db, { company: 'Acme Clinic', lab_id: handlers.lab, phone_number: '512 555 0100' })
    return { ...handlers, center, patient: await createPatient(db, { harvest_center_id: center }) }
  })
  const answer = await (await portal.as(ids.center)).post(REQUESTS_PATH, {
    harvest_center: ids.center,
    harvest_center_email: 'desk@clinic.example',
    harvest_center_representative: 'Ruth',
    ...{ patients_ids: String(ids.patient), unsigned_confirmed: true },
    ...{ address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' },
  })
  return { ...ids, request: answer.json().data.id }
}
