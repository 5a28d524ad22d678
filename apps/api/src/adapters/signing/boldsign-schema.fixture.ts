/**
 * What BoldSign demands of requests beyond the names and types that its package knows: required members, lengths and ranges. Sources:
 * https://developers.boldsign.com (create template, send from template, list, embedded signing) and the OpenAPI document of API v1.
 */
import { z } from 'zod'

const index = z.number().int().min(1).max(50)
const moment = z.iso.datetime()
const text = (max: number) => z.string().max(max)
/** A file has 25 MB at most. */
const pdfData = z
  .string()
  .max(35_000_000)
  .regex(/^data:application\/pdf;base64,[A-Za-z0-9+/]+={0,2}$/)

const FormField = z
  .looseObject({
    // Letters, digits, hyphens and underscores.
    id: z.string().regex(/^[\w-]+$/),
    fieldType: z.string(),
    pageNumber: z.number().int().min(1),
    bounds: z.object({ x: z.number().min(0), y: z.number().min(0), width: z.number().min(1), height: z.number().min(1) }),
    isRequired: z.boolean().optional(),
    groupName: z.string().min(1).optional(),
    dropdownOptions: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ fieldType, groupName }) => fieldType !== 'RadioButton' || groupName, 'A radio button needs a group.')
  .refine(({ fieldType, dropdownOptions }) => fieldType !== 'Dropdown' || dropdownOptions, 'A dropdown needs options.')

const linear = (roles: { index: number }[]) => roles.every(({ index: given }, at) => given === at + 1)

export const CreateTemplate = z
  .looseObject({
    title: text(256).min(1),
    description: text(5000).optional(),
    documentTitle: text(256).optional(),
    documentMessage: text(5000).optional(),
    files: z.array(pdfData).min(1).optional(),
    fileUrls: z.array(z.url()).min(1).optional(),
    roles: z
      .array(z.looseObject({ index, name: text(100).optional(), formFields: z.array(FormField).optional() }))
      .min(1)
      .refine(linear, 'The indexes of roles must increase by one.'),
    templateLabels: z.array(z.string()).optional(),
  })
  .refine(({ files, fileUrls }) => files || fileUrls, 'A template needs a file.')

/** The roles of a document have `roleIndex`, and not `index` as in a template. */
const SendRole = z.looseObject({
  roleIndex: index,
  signerName: z.string().min(1),
  signerEmail: z.email(),
  signerRole: z.string().optional(),
  signerOrder: index.optional(),
  existingFormFields: z.array(z.looseObject({ id: z.string().min(1), value: z.string() })).optional(),
})

export const SendFromTemplate = z.looseObject({
  title: text(256),
  message: text(5000),
  roles: z.array(SendRole).min(1),
  roleRemovalIndices: z.array(index).optional(),
  enableSigningOrder: z.boolean().optional(),
  expiryValue: z.number().int().min(1).max(180).optional(),
  labels: z.array(z.string()).optional(),
  metaData: z
    .record(text(50), text(500))
    .refine((data) => Object.keys(data).length <= 50, 'Metadata has 50 entries at most.')
    .optional(),
})

export const EditUrlRequest = z.looseObject({ redirectUrl: z.url().optional(), linkValidTill: moment.optional() })
export const RevokeRequest = z.looseObject({ message: z.string().min(1) })

const page = z.coerce.number().int().min(1)
const pages = { Page: page, PageSize: page.max(100).optional() }
export const queries = {
  templateId: z.object({ templateId: z.string().min(1) }),
  documentId: z.object({ documentId: z.string().min(1) }),
  templateList: z.looseObject({ ...pages, TemplateLabels: z.string().optional() }),
  documentList: z.looseObject({ ...pages, Labels: z.string().optional() }),
  signLink: z.looseObject({
    ...{ DocumentId: z.string().min(1), SignerEmail: z.email() },
    ...{ SignLinkValidTill: moment.optional(), RedirectUrl: z.url().optional() },
  }),
}
