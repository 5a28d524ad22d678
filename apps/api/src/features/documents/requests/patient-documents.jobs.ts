/** Creates the documents of a new patient who must sign. */
import { z } from 'zod'
import { named, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { job } from '#api/platform/jobs/jobs.ts'
import { createPatientDocuments, Requester } from './patient-documents.commands.ts'

const Id = z.number().int()

export const createForPatient = job(
  'documents.create_for_patient',
  z.object({ patient_id: Id, requested_by: Id.nullable(), actor: Requester.optional() }),
  async ({ transact }, { patient_id, requested_by, actor }) =>
    transact(async (db) => {
      const order = { patientId: patient_id, requestedBy: requested_by }
      const { missing } = await createPatientDocuments(db.as({ ...db.auditActor, ...(actor && { actor }) }), order)
      if (missing.length === 0) return
      await notifyAdmins(db, {
        kind: 'document',
        title: 'Documents could not be requested',
        text: `There is no usable template for some documents of ${named(`patient ${patient_id}`)}. Add the templates, then request the signatures.`,
        about: patient_id,
        path: '/email-file-templates',
      })
    }),
)
