import { IdList } from '@vialdesk/contract/primitives'
import { useState } from 'react'
import { z } from 'zod'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { MultiChoiceSelect } from '#web/ui/forms/multi-choice-select.tsx'

interface Props {
  /** The field of the call. */
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  /** The staff user or referral center to which the centers are assigned. */
  name: string
  description: string
  chosen: { id: number; company: string }[]
  /** Saves and returns the success message. */
  save: (ids: number[]) => Promise<string>
  onClose: () => void
}

const Chosen = z.record(z.string(), IdList)

/** Edits a user's harvest centers. The new list replaces the old one. */
export function CentersForm({ field, name, description, chosen, save, onClose }: Props) {
  // A refetch must not change the selection while the user edits.
  const [opened] = useState(() => chosen.map(({ id, company }) => ({ id, name: company })))
  const start: Record<string, number[]> = { [field]: opened.map(({ id }) => id) }
  const form = useClosingForm(Chosen, { initialValues: start, onClose, save: (input) => save(input[field] ?? []) })
  return (
    <Form {...form.formProps} label={`Harvest centers of ${name}`} verb="Save" onCancel={onClose}>
      <MultiChoiceSelect
        label="Harvest centers"
        description={description}
        {...useCenterChoices()}
        chosen={opened}
        value={form.getValues()[field] ?? []}
        onChange={(ids) => form.setValues({ [field]: ids })}
        error={form.errors[field]}
        data-path={field}
      />
    </Form>
  )
}
