import type { AdoptedSignature } from '@vialdesk/contract/signing'
import { CHECKED, type SigningField } from '@vialdesk/contract/signing-fields'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { elementIdOf, type FieldForm, isSignature, type SignatureType } from '../../fields/field-form.ts'

const AdoptDialog = lazyPart(() => import('../../adopt/adopt-dialog.tsx').then((module) => module.AdoptDialog))

/** The first signature is adopted in a dialog. It then fills the other fields of its kind at once. */
export function useAdoptDialog(form: FieldForm, signerName: string) {
  const [field, setField] = useState<SigningField & { type: SignatureType }>()
  const [isOpen, setOpen] = useState(false)
  // Fetched before a network failure can prevent it.
  useEffect(() => void AdoptDialog.preload(), [])
  const sign = (target: SigningField) => {
    if (!isSignature(target)) return
    if (form.adopted[target.type] && form.values[target.id] !== CHECKED) return form.setValue(target, CHECKED)
    setField(target)
    setOpen(true)
  }
  const place = (signature: AdoptedSignature) => {
    if (!field) return
    form.adopt(field.type, signature)
    form.setValue(field, CHECKED)
    setOpen(false)
  }
  const remove = () => {
    if (field) form.setValue(field, '')
    setOpen(false)
  }
  const dialog = field && (
    <Suspense>
      <AdoptDialog
        key={field.type}
        type={field.type}
        name={signerName}
        opened={isOpen}
        onClose={() => setOpen(false)}
        onAdopt={place}
        onRemove={form.values[field.id] === CHECKED ? remove : undefined}
        onClosed={() => document.getElementById(elementIdOf(field.id))?.focus()}
      />
    </Suspense>
  )
  return { sign, dialog }
}
