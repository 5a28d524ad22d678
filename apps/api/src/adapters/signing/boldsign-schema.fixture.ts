/**
 * BoldSign's published schema of our requests (API v1): required fields, lengths and allowed values. Unknown fields are
 * refused, so that a misspelled name fails a test.
 */
import { z } from 'zod'

const int32 = z.number().int()
const moment = z.iso.datetime()
const pdfData = z.string().regex(/^data:application\/pdf;base64,[A-Za-z0-9+/]+={0,2}$/)
const signerType = z.enum(['Signer', 'Reviewer', 'InPersonSigner'])
const locale = z.enum(['EN', 'NO', 'FR', 'DE', 'ES', 'Default'])

const bounds = z.strictObject({
  x: z.number().min(0),
  y: z.number().min(0),
  width: z.number().min(1),
  height: z.number().min(1),
})

const fieldTypes = [
  ...(['Signature', 'Initial', 'CheckBox', 'TextBox', 'Label', 'DateSigned', 'RadioButton', 'Image', 'Attachment'] as const),
  ...(['EditableDate', 'Hyperlink', 'Dropdown', 'Title', 'Company', 'Formula', 'Drawing'] as const),
] as const

const FormField = z
  .strictObject({
    id: z.string().regex(/^[\w-]+$/),
    name: z.string().optional(),
    fieldType: z.enum(fieldTypes),
    pageNumber: int32.min(1),
    bounds,
    isRequired: z.boolean().optional(),
    isReadOnly: z.boolean().optional(),
    value: z.string().optional(),
    groupName: z.string().min(1).optional(),
    label: z.string().optional(),
    placeHolder: z.string().optional(),
    validationType: z.enum(['None', 'NumbersOnly', 'EmailAddress', 'Currency', 'CustomRegex']).optional(),
    dateFormat: z.string().optional(),
    editableDateFieldSettings: z.strictObject({ dateFormat: z.string().min(1) }).optional(),
    dropdownOptions: z.array(z.string().min(1)).min(1).optional(),
  })
  .refine(({ fieldType, groupName }) => fieldType !== 'RadioButton' || groupName, 'A radio button needs a group.')
  .refine(({ fieldType, dropdownOptions }) => fieldType !== 'Dropdown' || dropdownOptions, 'A dropdown needs options.')

const TemplateRole = z.strictObject({
  index: int32.min(1).max(50),
  name: z.string().max(100).optional(),
  signerOrder: int32.optional(),
  signerType: signerType.optional(),
  locale: locale.optional(),
  formFields: z.array(FormField).optional(),
})

const linear = (roles: { index: number }[]) => roles.every(({ index }, at) => index === at + 1)

export const CreateTemplate = z.strictObject({
  title: z.string().min(1).max(256),
  description: z.string().max(5000).optional(),
  documentTitle: z.string().max(256).optional(),
  documentMessage: z.string().max(5000).optional(),
  files: z.array(pdfData).min(1),
  roles: z.array(TemplateRole).min(1).refine(linear, 'The indexes of roles must increase by one.'),
  enableSigningOrder: z.boolean().optional(),
  enableReassign: z.boolean().optional(),
  enablePrintAndSign: z.boolean().optional(),
  useTextTags: z.boolean().optional(),
  labels: z.array(z.string()).optional(),
  templateLabels: z.array(z.string()).optional(),
})

export const EditUrlRequest = z.strictObject({
  redirectUrl: z.url().optional(),
  showToolbar: z.boolean().optional(),
  viewOption: z.enum(['PreparePage', 'FillingPage']).optional(),
  showSaveButton: z.boolean().optional(),
  showCreateButton: z.boolean().optional(),
  showPreviewButton: z.boolean().optional(),
  showNavigationButtons: z.boolean().optional(),
  showTooltip: z.boolean().optional(),
  linkValidTill: moment.optional(),
  locale: locale.optional(),
})

/** The roles of a document have `roleIndex`, and not `index` as in a template. */
const SendRole = z.strictObject({
  roleIndex: int32.min(1).max(50),
  signerName: z.string().min(1),
  signerEmail: z.email(),
  signerOrder: int32.min(1).max(50).optional(),
  signerType: signerType.optional(),
  locale: locale.optional(),
  existingFormFields: z
    .array(z.strictObject({ id: z.string(), value: z.string(), isReadOnly: z.boolean().optional() }))
    .optional(),
})

export const SendFromTemplate = z.strictObject({
  title: z.string().max(256),
  message: z.string().max(5000),
  roles: z.array(SendRole).min(1),
  roleRemovalIndices: z.array(int32).optional(),
  enableSigningOrder: z.boolean().optional(),
  disableEmails: z.boolean().optional(),
  enableReassign: z.boolean().optional(),
  enablePrintAndSign: z.boolean().optional(),
  disableExpiryAlert: z.boolean().optional(),
  reminderSettings: z.strictObject({ enableAutoReminder: z.boolean() }).optional(),
  expiryDateType: z.enum(['Days', 'Hours', 'SpecificDateTime']).optional(),
  expiryValue: int32.optional(),
  labels: z.array(z.string()).optional(),
  metaData: z.record(z.string().max(50), z.string().max(500)).optional(),
})

export const RevokeRequest = z.strictObject({ message: z.string().min(1) })

const page = z.coerce.number().int().min(1)
export const queries = {
  templateId: z.strictObject({ templateId: z.string().min(1) }),
  documentId: z.strictObject({ documentId: z.string().min(1) }),
  templateList: z.strictObject({
    Page: page,
    PageSize: page.max(100).optional(),
    TemplateType: z.enum(['mytemplates', 'sharedtemplate', 'all']).optional(),
    TemplateLabels: z.string().optional(),
  }),
  documentList: z.strictObject({
    Page: page,
    PageSize: page.max(100).optional(),
    TransmitType: z.enum(['Sent', 'Received', 'Both']).optional(),
    Labels: z.string().optional(),
  }),
  signLink: z.strictObject({
    DocumentId: z.string().min(1),
    SignerEmail: z.email(),
    SignLinkValidTill: moment.optional(),
    RedirectUrl: z.url().optional(),
  }),
}
