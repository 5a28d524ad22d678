import type { SignedDocument } from '@vialdesk/contract/onboarding'
import { useState } from 'react'
import type { z } from 'zod'
import type { Answer } from '#web/lib/api.ts'

export type Template = Answer<'GET /domain/file-signs/by-domain/{id}/registration/{type}/'>['data'][number]
export type Signed = z.infer<typeof SignedDocument>

/** The way through a sign-up: the form first, then a step for each document. Without documents the form is all there is. */
export function useDocumentsToSign(templates: Template[]) {
  const [at, setAt] = useState(0)
  const [signed, setSigned] = useState<ReadonlyMap<string, Signed>>(new Map())
  const template = templates[at - 1]
  return {
    /** The document of this step; undefined while the form is filled in. */
    template,
    /** As people count. */
    number: at,
    total: templates.length,
    /** What is submitted with the form. */
    documents: templates.flatMap(({ template_id }) => signed.get(template_id) ?? []),
    isSigned: template === undefined || signed.has(template.template_id),
    isLast: at === templates.length,
    next: () => setAt((step) => Math.min(step + 1, templates.length)),
    back: () => setAt((step) => Math.max(step - 1, 0)),
    /** What was signed stays signed: the form can be mended without signing again. */
    backToForm: () => setAt(0),
    sign: (document: Signed) => {
      if (template) setSigned((before) => new Map(before).set(template.template_id, document))
    },
    startAnew: () => {
      setAt(0)
      setSigned(new Map())
    },
  }
}

export type DocumentsToSign = ReturnType<typeof useDocumentsToSign>
