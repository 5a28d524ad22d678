import { useState } from 'react'
import { type DocumentTemplate, type Signed, type SignedDocuments, signUpStep } from './documents-to-sign.ts'

/** Steps of a sign-up: the form, then one step per document. */
export function useDocumentsToSign(templates: DocumentTemplate[]) {
  const [step, setStep] = useState(0)
  const [signed, setSigned] = useState<SignedDocuments>(new Map())
  const current = signUpStep(templates, step, signed)
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
    startOver: () => {
      setStep(0)
      setSigned(new Map())
    },
  }
}

export type DocumentsToSign = ReturnType<typeof useDocumentsToSign>
