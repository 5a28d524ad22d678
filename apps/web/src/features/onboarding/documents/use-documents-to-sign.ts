import { useState } from 'react'
import { type DocumentTemplate, type Signed, type SignedDocuments, type Signer, signUpStep } from './documents-to-sign.ts'

/** Steps of a sign-up: the form, then one step per document. */
export function useDocumentsToSign(templates: DocumentTemplate[]) {
  const [step, setStep] = useState(0)
  const [signed, setSigned] = useState<SignedDocuments>(new Map())
  /** Documents that were created to be signed, so that going back and forth creates no second one. */
  const [created, setCreated] = useState<ReadonlyMap<string, string>>(new Map())
  const current = signUpStep(templates, step, signed)
  const keyOf = ({ name, email }: Signer) => JSON.stringify([current.template?.template_id, name, email])
  return {
    ...current,
    next: () => setStep(Math.min(step + 1, templates.length)),
    back: () => setStep(Math.max(step - 1, 0)),
    /** Signed documents are kept, so the form can be corrected without signing again. */
    backToForm: () => setStep(0),
    sign: (document: Signed) => {
      const { template } = current
      if (template) setSigned((before) => new Map(before).set(template.template_id, document))
    },
    createdFor: (signer: Signer) => created.get(keyOf(signer)),
    keepCreated: (signer: Signer, documentId: string) => setCreated((before) => new Map(before).set(keyOf(signer), documentId)),
    startOver: () => {
      setStep(0)
      setSigned(new Map())
      setCreated(new Map())
    },
  }
}

export type DocumentsToSign = ReturnType<typeof useDocumentsToSign>
