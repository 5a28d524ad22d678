import { z } from 'zod'
import { mailJobs } from '#api/features/documents/mails/send-mails.jobs.ts'
import { createPatientDocuments, Requester } from '#api/features/documents/requests/patient-documents.commands.ts'
import { sendJobs } from '#api/features/documents/sending/send-document.jobs.ts'
import { named, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { job } from '#api/platform/jobs/jobs.ts'

const Id = z.number().int()

/** Creates the documents of a new patient who must sign. */
const createForPatient = job(
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

export const documentsJobs = [createForPatient, ...sendJobs, ...mailJobs]
