/** What the signer has entered so far. It is kept while the page is open, and sent once. */
import type { FieldValues } from '@vialdesk/contract/documents/field-values'
import type { AdoptedSignature, SigningDocument } from '@vialdesk/contract/documents/signing'
import type { SigningField } from '@vialdesk/contract/documents/signing-fields'
import { useCallback, useMemo, useState } from 'react'
import { progressOf, stepsOf } from './field-steps.ts'

export type SignatureType = 'signature' | 'initials'
export type Adopted = Partial<Record<SignatureType, AdoptedSignature>>

export const isSignature = (field: SigningField): field is SigningField & { type: SignatureType } =>
  field.type === 'signature' || field.type === 'initials'

export const elementIdOf = (fieldId: string) => `field-${fieldId}`

export function useFieldForm({ fields, signer: { role } }: SigningDocument) {
  const [values, setValues] = useState<FieldValues>({})
  const [adopted, setAdopted] = useState<Adopted>({})
  const [current, setCurrent] = useState<string>()
  /** Fields that the signer has left: only their errors are shown. */
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const steps = useMemo(() => stepsOf(fields, role), [fields, role])
  const progress = useMemo(() => progressOf({ fields, role, steps }, values, current), [fields, role, steps, values, current])
  const setValue = useCallback(
    (field: SigningField, value: string) => {
      setValues((before) => {
        const others =
          field.type === 'radio' && field.group !== undefined ? fields.filter(({ group }) => group === field.group) : []
        const cleared = Object.fromEntries(others.map(({ id }) => [id, '']))
        return { ...before, ...cleared, [field.id]: value }
      })
    },
    [fields],
  )
  const adopt = (type: SignatureType, signature: AdoptedSignature) => setAdopted((before) => ({ ...before, [type]: signature }))
  const enter = (field: SigningField) => setCurrent(steps.find((step) => step.fields.includes(field))?.id)
  const leave = (field: SigningField) => setLeft((before) => (before.has(field.id) ? before : new Set(before).add(field.id)))
  return { values, setValue, adopted, adopt, steps, progress, current, enter, leave, left }
}

export type FieldForm = ReturnType<typeof useFieldForm>

/** The values of the request: fields without a value are left out. */
export const enteredValues = (values: FieldValues) =>
  Object.entries(values).flatMap(([field_id, value]) => (value === '' ? [] : [{ field_id, value }]))

/** Scrolls a field into the middle of the page and focuses it. */
export function focusField(fieldId: string): void {
  const element = document.getElementById(elementIdOf(fieldId))
  element?.scrollIntoView({ block: 'center', inline: 'center' })
  element?.focus({ preventScroll: true })
}
