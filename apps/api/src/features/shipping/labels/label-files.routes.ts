import { contract } from '@vialdesk/contract'
import { labelPath } from '@vialdesk/contract/label-requests'
import type { FastifyInstance } from 'fastify'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { labelKey } from './give-label.commands.ts'
import { getPatientsOfFile } from './label-files.queries.ts'

/** Serves the PDF of a label to a viewer of its request. */
export const addLabelFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: labelPath(':file'),
    name: /^([a-z0-9_-]{16,64}\.pdf)$/,
    call: contract.shipping.labelLink,
    async find({ db, viewer, name }) {
      const patients = await getPatientsOfFile(db, viewer, name)
      const events = patients.map((patient) => ({ type: 'patient.seen', subject: patient, patient }) as const)
      return { key: labelKey(db, name), headers: pdfHeaders('label.pdf'), events }
    },
  })
