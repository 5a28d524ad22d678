import type { SignedDocument } from '@vialdesk/contract/people/onboarding'
import { useState } from 'react'
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
type SignedDocuments = ReadonlyMap<string, Signed>

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

interface SignedAs {
  signer: Signer
  document: Signed
}

/** Steps of a sign-up: the form, then one step per document. Somebody with another name or email signs again. */
export function useDocumentsToSign(templates: DocumentTemplate[], signer: Signer) {
  const [step, setStep] = useState(0)
  /** By template. */
  const [signed, setSigned] = useState<ReadonlyMap<string, SignedAs>>(new Map())
  /** Documents that were created to be signed, so that going back and forth creates no second one. */
  const [created, setCreated] = useState<ReadonlyMap<string, string>>(new Map())
  const own = new Map([...signed].flatMap(([id, by]) => (sameSigner(by.signer, signer) ? [[id, by.document] as const] : [])))
  const current = signUpStep(templates, step, own)
  const id = current.template?.template_id ?? ''
  const keyOf = ({ name, email }: Signer) => JSON.stringify([id, name, email])
  return {
    ...current,
    /** It was signed with another name or email than the ones of the form. */
    isOutdated: signed.has(id) && !own.has(id),
    next: () => setStep(Math.min(step + 1, templates.length)),
    back: () => setStep(Math.max(step - 1, 0)),
    /** Signed documents are kept, so the form can be corrected without signing again. */
    backToForm: () => setStep(0),
    sign: (document: Signed) => setSigned((before) => new Map(before).set(id, { signer, document })),
    createdFor: (signer: Signer) => created.get(keyOf(signer)),
    keepCreated: (signer: Signer, documentId: string) => setCreated((before) => new Map(before).set(keyOf(signer), documentId)),
    /** At the form, or at its first document. */
    startOver: (at: 'form' | 'documents') => {
      setStep(at === 'form' ? 0 : 1)
      setSigned(new Map())
      setCreated(new Map())
    },
  }
}

export type DocumentsToSign = ReturnType<typeof useDocumentsToSign>
