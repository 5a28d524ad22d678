import type { SignedDocument } from '@vialdesk/contract/onboarding'
import type { z } from 'zod'
import type { Answer } from '#web/lib/api/api.ts'

export type DocumentTemplate = Answer<'GET /domain/file-signs/by-domain/{id}/registration/{type}/'>['data'][number]
export type Signed = z.infer<typeof SignedDocument>
/** The person who signs up and signs. */
export interface Signer {
  name: string
  email: string
}
const plain = (text: string) => text.trim().replaceAll(/\s+/g, ' ').toLowerCase()
/** The server compares them in the same way. */
export const sameSigner = (one: Signer, other: Signer) =>
  plain(one.name) === plain(other.name) && plain(one.email) === plain(other.email)

/** By the id of the template. */
export type SignedDocuments = ReadonlyMap<string, Signed>

/** Steps of a sign-up: step 0 is the form, each later step is a document. */
export function signUpStep(templates: DocumentTemplate[], step: number, signed: SignedDocuments) {
  const template = templates[step - 1]
  return {
    /** The document of this step; undefined while the form is filled in. */
    template,
    /** Counted from 1. */
    number: step,
    total: templates.length,
    /** The signed documents of the request body. */
    documents: templates.flatMap(({ template_id }) => signed.get(template_id) ?? []),
    isSigned: template === undefined || signed.has(template.template_id),
    isLast: step === templates.length,
  }
}
