import { contract } from '@vialdesk/contract'
import { TEMPLATE_CREATED, templatePath } from '@vialdesk/contract/documents/templates'
import type { FastifyInstance } from 'fastify'
import type { Db } from '#api/db/db.ts'
import { editorRouter } from '#api/features/templates/editor/template-editor.routes.ts'
import { domainUrl } from '#api/platform/access/domains.ts'
import { addSignedFiles, type FileServices, pdfHeaders } from '#api/platform/http/files/signed-files.ts'
import { serve, serveWithProviders } from '#api/platform/http/serve.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { addTemplate, setActive } from './add-template.commands.ts'
import { failAtProvider, verifyTemplates } from './prepare-template.commands.ts'
import { storePdf, validatePdf } from './store-pdf.commands.ts'
import { templatesPolicy } from './templates.policy.ts'
import { findTemplates, getTemplate, getTemplateFile, lockTemplate, templateRefOf } from './templates.queries.ts'
import { getSigningAccount } from './usable-templates.queries.ts'

const { templates } = contract

/** Only a prepared template has something to edit. */
async function getEditable(db: Db, secretKey: string, id: number) {
  const template = await lockTemplate(db, id)
  if (template.status !== 'Completed') fail('conflict', { message: 'This template is not ready to be edited.' })
  return { ref: templateRefOf(template), ...(await getSigningAccount(db, secretKey, template.provider)) }
}

export const templatesRouter = {
  ...editorRouter,

  list: serve(templates.list, async ({ db, domain, actor, secretKey, params }) => {
    templatesPolicy.assertSees(domain, 'templates', params)
    return { data: await findTemplates(db, { secretKey, actor }, params.type) }
  }),

  verify: serveWithProviders(templates.verify, async ({ domain, actor, ports, transact, params }) => {
    templatesPolicy.assertSees(domain, 'templates', params)
    await verifyTemplates({ ports, transact }, params.type)
    const reader = { secretKey: ports.secretKey, actor }
    return { data: await transact((db) => findTemplates(db, reader, params.type)) }
  }),

  add: serveWithProviders(templates.add, async ({ domain, actor, ports, transact, body }) => {
    if (body.domain !== undefined) templatesPolicy.assertSees(domain, 'templates', { id: body.domain })
    const bytes = Buffer.from(await body.file.arrayBuffer())
    await validatePdf(bytes, body.type)
    const key = await storePdf(transact, ports, bytes)
    const context = { actor, secretKey: ports.secretKey }
    const template = await transact(async (db) => getTemplate(db, context, await addTemplate(db, context, body, key)))
    return { message: TEMPLATE_CREATED, ...template }
  }),

  change: serve(templates.change, async ({ db, actor, secretKey, params, body }) => {
    await setActive(db, params.id, body.is_active)
    return getTemplate(db, { secretKey, actor }, params.id)
  }),

  editLink: serveWithProviders(templates.editLink, async ({ domain, actor, ports, transact, params }) => {
    const { ref, provider, account } = await transact((db) => getEditable(db, ports.secretKey, params.id))
    const order = {
      templateRef: ref,
      ...{ userId: actor.id, sessionId: actor.sessionId },
      returnUrl: `${domainUrl(domain, ports.publicUrl)}/email-file-templates`,
    }
    const editUrl = await ports.signing[provider].editorLink(account, order).catch(failAtProvider)
    return { success: true as const, link: { editUrl } }
  }),
}

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
