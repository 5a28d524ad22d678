import { contract } from '@vialdesk/contract'
import { templatePath } from '@vialdesk/contract/templates'
import type { FastifyInstance } from 'fastify'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { getTemplateFile } from './templates.queries.ts'

/** Serves the PDF of a template to admins. */
export const addTemplateFiles = (app: FastifyInstance, services: FileServices) =>
  addSignedFiles(app, services, {
    path: templatePath(':file'),
    name: /^(.+)$/,
    call: contract.templates.list,
    async find({ db, viewer, name }) {
      if (viewer.role !== 'admin') fail('not_found')
      return { key: await getTemplateFile(db, name), headers: pdfHeaders('template.pdf') }
    },
  })
