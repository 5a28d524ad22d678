import { Ids } from '@vialdesk/contract/primitives'
import { type RefObject, useState } from 'react'
import { z } from 'zod'
import { useCenters } from '#web/entities/center/center-choices.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { useUnsaved } from '#web/lib/use-unsaved.ts'
import { ChoicesSelect } from '#web/ui/choices-select.tsx'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'

interface Props {
  /** The field of the call. */
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  /** Owner of the centers. */
  name: string
  description: string
  chosen: { id: number; company: string }[]
  /** Saves and returns the success message. */
  save: (ids: number[]) => Promise<string>
  onClose: () => void
  /** Set by the form: true when closing would lose changes. */
  unsaved: RefObject<() => boolean>
}

const Chosen = z.record(z.string(), Ids)

/** Edits a user's harvest centers. The new list replaces the old one. */
export function CentersForm({ field, name, description, chosen, save, onClose, unsaved }: Props) {
  // A refetch must not change the selection while the user edits.
  const [opened] = useState(() => chosen.map(({ id, company }) => ({ id, name: company })))
  const start: Record<string, number[]> = { [field]: opened.map(({ id }) => id) }
  const form = useClosingForm(Chosen, { initialValues: start, onClose, save: (input) => save(input[field] ?? []) })
  useUnsaved(unsaved, form.isDirty)
  return (
    <Form {...form.formProps} label={`Harvest centers of ${name}`}>
      <ChoicesSelect
        label="Harvest centers"
        description={description}
        {...useCenters()}
        chosen={opened}
        value={form.getValues()[field] ?? []}
        onChange={(ids) => form.setValues({ [field]: ids })}
        error={form.errors[field]}
        data-path={field}
      />
      <ClosingButtons form={form} onClose={onClose}>
        Save
      </ClosingButtons>
    </Form>
  )
}
