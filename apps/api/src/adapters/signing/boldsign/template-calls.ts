import { z } from 'zod'
import { PdfRefused, preparePdf } from '#api/platform/pdf/prepare-pdf.ts'
import { type SignatureProvider, SigningRefused } from '#api/platform/ports/signing.ts'
import { framedLink } from './account.ts'
import type { BoldsignClient } from './client.ts'
import { type BoldsignContext, isNotThereYet, linkEnd, whilePreparing } from './context.ts'
import { fieldsOfTemplate, newTemplate, stateOfTemplate, TemplateList, TemplateProperties } from './templates.ts'

const TemplateCreated = z.object({ templateId: z.string().min(1) })
const EditLink = z.object({ editUrl: z.url() })

export const getTemplate = (client: BoldsignClient, templateId: string) =>
  client.call('GET', '/v1/template/properties', TemplateProperties, { query: { templateId } })

/** The template that an earlier call has made. */
async function findTemplate(client: BoldsignClient, label: string): Promise<string | undefined> {
  const query = { Page: 1, PageSize: 10, TemplateType: 'all', TemplateLabels: label }
  const { result } = await client.call('GET', '/v1/template/list', TemplateList, { query })
  return result.find(({ templateLabels }) => templateLabels?.includes(label))?.documentId
}

const prepare = (pdf: Buffer) =>
  preparePdf(pdf).catch((error) => {
    throw error instanceof PdfRefused ? new SigningRefused(error.message, { cause: error }) : error
  })

export const templateCalls = (
  context: BoldsignContext,
): Pick<SignatureProvider, 'createTemplate' | 'lookUpTemplate' | 'editorLink' | 'testConnection'> => ({
  async createTemplate(account, template) {
    const client = context.clientOf(account)
    const prepared = await prepare(template.pdf)
    const known = await findTemplate(client, template.templateId)
    if (known !== undefined) return known
    const fields = [...(template.fields ?? []), ...prepared.fields]
    const body = newTemplate(template, prepared.pdf, prepared.pages, fields)
    const { templateId } = await client.call('POST', '/v1/template/create', TemplateCreated, { body })
    return templateId
  },

  async lookUpTemplate(account, templateRef, pages) {
    try {
      const template = await getTemplate(context.clientOf(account), templateRef)
      return { ...stateOfTemplate(template.roles), ...(pages && { fields: fieldsOfTemplate(template, pages) }) }
    } catch (error) {
      if (!isNotThereYet(error)) throw error
      return { status: 'Processing', reason: '', missingSignatures: [] }
    }
  },

  async editorLink(account, { templateRef, returnUrl }) {
    const body = {
      redirectUrl: returnUrl,
      showToolbar: true,
      viewOption: 'PreparePage',
      showSaveButton: true,
      showCreateButton: true,
      showPreviewButton: true,
      showNavigationButtons: true,
      linkValidTill: linkEnd(context),
    }
    const request = { query: { templateId: templateRef }, body }
    const link = context.clientOf(account).call('POST', '/v1/template/getEmbeddedTemplateEditUrl', EditLink, request)
    const { editUrl } = await link.catch(whilePreparing('template'))
    return framedLink(account, editUrl)
  },

  /** A cheap call that needs a valid key. */
  async testConnection(account) {
    await context.clientOf(account).call('GET', '/v1/template/list', TemplateList, { query: { Page: 1, PageSize: 1 } })
  },
})
