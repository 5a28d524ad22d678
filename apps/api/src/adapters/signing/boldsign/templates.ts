/** Templates of BoldSign: its roles and their form fields. A role is named as our signer, Patient or Center. */
import {
  mainSignerOf,
  type PageSize,
  type SignerRole,
  type SigningField,
  signerRoleNames,
  signerRoles,
} from '@vialdesk/contract/documents/signing-fields'
import { z } from 'zod'
import type { NewProviderTemplate, TemplateState } from '#api/platform/ports/signing.ts'
import { FormField, formFieldsOf, isLabel, kindOfAnswer, signingFieldOf } from './form-fields.ts'

const Role = z.object({ name: z.string().nullish(), index: z.number().int(), formFields: z.array(FormField).nullish() })
export type TemplateRole = z.infer<typeof Role>

const none = <T>(found: T[] | null | undefined): T[] => found ?? []
/** Labels are `commonFields`: they belong to no role. */
export const TemplateProperties = z.object({
  templateId: z.string(),
  roles: z.array(Role).nullish().transform(none),
  commonFields: z.array(FormField).nullish().transform(none),
})
export type TemplateProperties = z.infer<typeof TemplateProperties>

export const TemplateList = z.object({
  result: z
    .array(z.object({ documentId: z.string(), templateLabels: z.array(z.string()).nullish() }))
    .nullish()
    .transform(none),
})

/**
 * The body of a new template. The main signer has a role in any case; the other signer if a field is its own. More roles
 * can be added in BoldSign's editor.
 */
export function newTemplate(
  { templateId, title, description, message, type }: NewProviderTemplate,
  pdf: Buffer,
  pages: PageSize[],
  fields: SigningField[],
) {
  const main = mainSignerOf(type)
  const others = signerRoles.filter((role) => role !== main && fields.some((field) => field.role === role))
  return {
    title,
    description,
    documentTitle: title,
    documentMessage: message,
    files: [`data:application/pdf;base64,${pdf.toString('base64')}`],
    roles: [main, ...others].map((role, at) => ({
      index: at + 1,
      name: signerRoleNames[role],
      signerOrder: at + 1,
      signerType: 'Signer',
      formFields: formFieldsOf(fields, role, pages),
    })),
    enableSigningOrder: others.length > 0,
    enableReassign: false,
    enablePrintAndSign: false,
    templateLabels: [templateId],
  }
}

/** Our signer of a role. The only role of a template may have any name. */
export function signerOfRole(role: TemplateRole, all: readonly TemplateRole[], main?: SignerRole): SignerRole | undefined {
  const name = role.name?.trim().toLowerCase()
  const named = signerRoles.find((signer) => signerRoleNames[signer].toLowerCase() === name)
  return named ?? (all.length === 1 ? main : undefined)
}

/** True if the role has something to fill, so that a document cannot be sent without a person for it. */
export const takesPart = ({ formFields }: TemplateRole) => (formFields ?? []).some((field) => !isLabel(field))

const hasSignature = ({ formFields }: TemplateRole) =>
  (formFields ?? []).some((field) => kindOfAnswer(field) === 'signature' && field.isRequired !== false)

/** Signers without a required signature, among the main signer (the first role) and all who fill something. */
export function stateOfTemplate(roles: readonly TemplateRole[]): TemplateState {
  const sorted = [...roles].sort((one, other) => one.index - other.index)
  const used = sorted.filter((role, at) => at === 0 || takesPart(role))
  const unknown = used.find((role) => sorted.length > 1 && signerOfRole(role, sorted) === undefined)
  if (unknown)
    return {
      status: 'Failed',
      reason: 'The template has a role that the portal does not know. Name the roles Patient and Center.',
      missingSignatures: [],
    }
  const missing = used.filter((role) => !hasSignature(role)).map((role) => signerOfRole(role, sorted, 'patient') as SignerRole)
  return { status: 'Completed', reason: '', missingSignatures: missing }
}

/** Our fields of the roles that the portal knows, and the labels. */
export const fieldsOfTemplate = (
  { roles, commonFields }: Pick<TemplateProperties, 'roles' | 'commonFields'>,
  pages: readonly PageSize[],
): SigningField[] => {
  const signers = roles.map((role) => ({ role, signer: signerOfRole(role, roles, 'patient') }))
  const main = signers[0]?.signer ?? 'patient'
  return [
    ...signers.flatMap(({ role, signer }) => (signer ? none(role.formFields).map((field) => ({ field, signer })) : [])),
    ...commonFields.map((field) => ({ field, signer: main })),
  ].flatMap(({ field, signer }) => signingFieldOf(field, signer, pages) ?? [])
}
