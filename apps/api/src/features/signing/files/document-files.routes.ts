import { contract } from '@vialdesk/contract'
import type { FastifyInstance } from 'fastify'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { getDocumentFile } from './document-files.queries.ts'

/** Serves the PDF of a document to a reader who sees the document. */
export const addDocumentFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: '/media/:file',
    name: /^([a-z0-9]{40})\.pdf$/,
    call: contract.documents.openLink,
    async find({ db, viewer, name, variant }) {
      const version = variant === 'original' ? 'original' : 'signed'
      const { id, patient_id, key } = await getDocumentFile(db, viewer, name, version)
      const event = { type: 'document.downloaded', subject: id, ...(patient_id !== null && { patient: patient_id }) } as const
      return { key, headers: pdfHeaders('document.pdf'), events: [event] }
    },
  })
