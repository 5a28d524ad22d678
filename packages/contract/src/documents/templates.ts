/** Email file templates: the documents that patients and centers sign, and their editor. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { Email, Id, Message, multiLine, requiredLine, singleLine, Timestamp, wholeNumber } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { documentGroups } from './document-groups.ts'
import { PageSize, SignerRole, SigningField, SigningFields } from './signing-fields.ts'

export const TEMPLATE_ADDED = 'Template Added Succesfully!'
export const TEMPLATE_CREATED = 'Template has been Created!'
export const TEMPLATE_FAILED = 'Something went wrong, Please try again!'

/** Size limit of an uploaded PDF. */
export const MAX_PDF_BYTES = 25 * 1024 * 1024
export const MAX_PDF_PAGES = 200

/** The path of a template's PDF. */
export const templatePath = (templateId: string) => `/media/templates/${templateId}.pdf`

/** 2 patient, 4 harvest center, 5 referral harvest center: the membership that signs. */
export const TemplateType = wholeNumber(2, 5).pipe(z.union([z.literal(2), z.literal(4), z.literal(5)]))
export type TemplateType = z.infer<typeof TemplateType>

export const DocumentGroup = z.enum(documentGroups)

/** The group that a title suggests; the form presets it. */
export function groupOfTitle(title: string) {
  if (/storage/i.test(title)) return 'storage'
  return /process/i.test(title) ? 'processing' : 'attestation'
}

/** `processing`: the uploaded PDF is being prepared. `Completed` is the word that the specification names. */
export const TemplateStatus = z.enum(['Processing', 'Completed', 'Failed'])
export type TemplateStatus = z.infer<typeof TemplateStatus>

export const Template = z.object({
  id: Id,
  title: z.string(),
  description: z.string(),
  document_message: z.string(),
  /** A link to the PDF that is valid for some minutes, or null while there is none. */
  file: z.string().nullable(),
  type: z.number().int(),
  group: DocumentGroup.nullable(),
  /** The center for whose patients the template is. Null: for all of the domain. */
  center: z.object({ id: Id, company: z.string() }).nullable(),
  domain: Id,
  is_active: z.union([z.literal(0), z.literal(1)]),
  admin_name: z.string(),
  admin_email: z.string(),
  template_id: z.string(),
  status: TemplateStatus,
  /** Why the template failed, or blank. */
  status_reason: z.string(),
  /** Signers whose signature has no place yet. A document can be made from the template when there are none. */
  missing_signatures: z.array(SignerRole),
  version: z.number().int(),
  updated_at: Timestamp,
})
export type Template = z.infer<typeof Template>

/** 1 and 0, as the specification sends them, or a boolean; forms send text. */
const flags = new Map<unknown, boolean>([1, '1', true, 'true'].map((on) => [on, true] as const))
for (const off of [0, '0', false, 'false']) flags.set(off, false)
const ActiveFlag = z.preprocess((given) => flags.get(given) ?? given, z.boolean())

export const PdfFile = z.file('Choose a PDF file.')

/** The form of the upload. The type comes from the section; the domain and the admin from the session. */
export const NewTemplate = z.object({
  title: requiredLine(200),
  description: requiredLine(500),
  document_message: multiLine(2000).pipe(z.string().min(1)),
  file: PdfFile,
  type: TemplateType,
  group: DocumentGroup.optional(),
  is_active: ActiveFlag.default(true),
  domain: Id.optional(),
  admin_name: singleLine(160).optional(),
  admin_email: singleLine(254).optional(),
})

/** What the editor shows of one version. */
export const TemplateDraft = z.object({
  id: Id,
  title: z.string(),
  type: z.number().int(),
  version: z.number().int(),
  pages: z.array(PageSize),
  fields: z.array(SigningField),
  versions: z.array(z.object({ version: z.number().int(), created_at: Timestamp, created_by: z.string() })),
})
export type TemplateDraft = z.infer<typeof TemplateDraft>

/** The secret of an editor session; it is in the fragment of the link, and never in a URL that a server sees. */
const EditorSession = z.object({ session: singleLine(100) })

const rows = z.object({ data: z.array(Template) })

export const templates = {
  list: call('GET /domain/file-signs/by-domain/{id}/type/{type}/', admin, {
    summary: 'The templates of a type: 2 patient, 4 harvest center, 5 referral harvest center',
    params: z.object({ id: Id, type: TemplateType }),
    answer: rows,
  }),
  verify: call('GET /domain/file-signs/status-by-domain/{id}/type/{type}/', admin, {
    proof: proof.providerTest,
    summary: 'The templates of a type after asking the signing provider for their status',
    params: z.object({ id: Id, type: TemplateType }),
    answer: rows,
    usesProviders: true,
    writes: true,
  }),
  add: call('POST /domain/file-signs/', admin, {
    proof: proof.resource,
    summary: 'Add a template from a PDF',
    body: NewTemplate,
    answer: Template.extend({ message: z.string() }),
    status: 201,
    upload: { maxBytes: MAX_PDF_BYTES },
    rateLimit: 'upload',
  }),
  change: call('PATCH /domain/file-signs/{id}/', admin, {
    proof: proof.resource,
    summary: 'Activate or deactivate a template',
    body: z.object({ is_active: ActiveFlag }),
    answer: Template,
  }),
  editLink: call('GET /domain/file-signs/{id}/generate-edit-link/', admin, {
    proof: proof.never('The link changes one template, and shows no data of people.'),
    summary: "A link to the template's editor, for a frame, valid for an hour",
    answer: z.object({ success: z.literal(true), link: z.object({ editUrl: z.string() }) }),
    usesProviders: true,
    writes: true,
  }),
  // The editor runs in a frame without a session of the portal. Its own secret admits to one template for an hour.
  draft: call('POST /api/v1/template-editor/open/', 'public', {
    proof: proof.open,
    summary: 'The newest version of the template of an editor session',
    body: EditorSession.extend({ version: z.number().int().min(1).optional() }),
    answer: TemplateDraft,
    writes: true,
  }),
  pdf: call('POST /api/v1/template-editor/pdf/', 'public', {
    proof: proof.open,
    summary: 'The PDF of a version of the template of an editor session',
    body: EditorSession.extend({ version: z.number().int().min(1).optional() }),
    answer: z.custom<AsyncIterable<string | Uint8Array>>(),
    streams: 'application/pdf',
  }),
  save: call('POST /api/v1/template-editor/save/', 'public', {
    proof: proof.open,
    summary: 'Save the fields as a new version. Refused with conflict if someone saved another version since',
    body: EditorSession.extend({ fields: SigningFields, based_on: z.number().int().min(1) }),
    answer: TemplateDraft.extend({ missing_signatures: z.array(SignerRole) }),
  }),
  replacePdf: call('POST /api/v1/template-editor/replace-pdf/', 'public', {
    proof: proof.open,
    summary: 'Replace the PDF and keep the fields, as a new version',
    body: EditorSession.extend({ file: PdfFile, based_on: wholeNumber(1, 1_000_000) }),
    answer: TemplateDraft.extend({
      /** Fields on pages that the new PDF does not have. They were removed. */
      removed_fields: z.number().int(),
    }),
    upload: { maxBytes: MAX_PDF_BYTES },
    rateLimit: 'upload',
  }),
  testSend: call('POST /api/v1/template-editor/test-send/', 'public', {
    proof: proof.open,
    summary: 'Send a document of the saved version to yourself. It counts nowhere and is marked as a test',
    body: EditorSession,
    answer: Message.extend({ email: Email }),
    rateLimit: 'invite',
  }),
}
