import { useState } from 'react'
import { type Signed, type SignedSoFar, standOf, type Template } from './documents-to-sign.ts'

/** The way through a sign-up: the form first, then a step for each document. */
export function useDocumentsToSign(templates: Template[]) {
  const [step, setStep] = useState(0)
  const [signed, setSigned] = useState<SignedSoFar>(new Map())
  const stand = standOf(templates, step, signed)
  return {
    ...stand,
    next: () => setStep(Math.min(step + 1, templates.length)),
    back: () => setStep(Math.max(step - 1, 0)),
    /** What was signed stays signed: the form can be mended without signing again. */
    backToForm: () => setStep(0),
    sign: (document: Signed) => {
      const { template } = stand
      if (template) setSigned((before) => new Map(before).set(template.template_id, document))
    },
    startAnew: () => {
      setStep(0)
      setSigned(new Map())
    },
  }
}

export type DocumentsToSign = ReturnType<typeof useDocumentsToSign>
