import type { UserEdit } from '@vialdesk/contract/people/accounts'
import { createCenter, createPatient, createUser } from '#api/testing/factories.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

/** A lab with a center. It edits the lab records of the center's patients. */
export async function openLab(portal: TestPortal) {
  const lab = await portal.seed((db) => createUser(db, 'lab'))
  const center = await portal.seed((db) => createCenter(db, { lab_id: lab }))
  return {
    id: lab,
    newPatient: () => portal.seed((db) => createPatient(db, { harvest_center_id: center })),
    edit: async (id: number, body: UserEdit) => (await portal.as(lab)).patch(`/api/v1/users/${id}/`, body),
  }
}
