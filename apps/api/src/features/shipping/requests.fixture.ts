/** A center with a lab that has an address, a patient, and a request for a label. */
import { aCenter, aPatient, aUser } from '#api/testing/factories.ts'
import type { TestPortal } from '#api/testing/portal.ts'

export const REQUESTS = '/api/v1/fedex-requests/'

export interface RequestIds {
  admin: number
  theirAdmin: number
  center: number
  patient: number
  lab: number
  request: number
}

export async function aLabelRequest(portal: TestPortal): Promise<RequestIds> {
  const theirAdmin = await portal.arrangeOther((db) => aUser(db, 'admin'))
  const ids = await portal.arrange(async (db) => {
    const lab = await aUser(db, 'lab', { company: 'Acme Lab', address1: '1 Lab Way', city: 'Reno', phone_number: '775 555 0100' })
    const center = await aCenter(db, { company: 'Acme Clinic', lab_id: lab, phone_number: '512 555 0100' })
    const patient = await aPatient(db, { harvest_center_id: center })
    return { admin: await aUser(db, 'admin'), theirAdmin, center, patient, lab }
  })
  const answer = await (await portal.as(ids.center)).post(REQUESTS, {
    harvest_center: ids.center,
    harvest_center_email: 'desk@clinic.example',
    harvest_center_representative: 'Ruth',
    patients_ids: String(ids.patient),
    ...{ address1: '9 Elm St', city: 'Austin', state_desc: 'Texas', country_desc: 'United States', zip_code: '78701' },
  })
  return { ...ids, request: answer.json().data.id }
}
