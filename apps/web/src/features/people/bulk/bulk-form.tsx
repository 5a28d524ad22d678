import { BulkChange } from '@vialdesk/contract/people'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { type BulkFormName, bulkForms, usersText } from './bulk-forms.ts'
import { useShowChange } from './use-show-change.ts'

interface Props {
  name: BulkFormName
  ids: number[]
  onClose: () => void
  /** Runs after the change. */
  onDone: () => void
}

/** A rep or center is notified of its users, and each user may have had another one, so only tags are taken back. */
function oppositeOf(change: BulkChange, ids: number[]): BulkChange | undefined {
  if (!('tag' in change) || ids.length === 0) return undefined
  return { action: change.action === 'add_tag' ? 'remove_tag' : 'add_tag', ids, tag: change.tag }
}

/** The new value of one field for all selected users. */
export function BulkForm({ name, ids, onClose, onDone }: Props) {
  const { title, field, label, useChoices, removal, description } = bulkForms[name]
  const change = useFormCall('POST /api/v1/users/bulk/')
  const showChange = useShowChange()
  const choices = useChoices()
  const initialValues: Record<string, unknown> = { action: name, ids, [field]: null }
  const form = useClosingForm(BulkChange, {
    initialValues,
    onClose: onDone,
    save: async (body) => {
      const isRemoval = removal !== undefined && form.getValues()[field] === null
      const question = { consequence: `This changes ${usersText(ids.length)}.`, verb: 'Remove', danger: true }
      if (isRemoval && !(await confirm({ title: removal, ...question }))) return undefined
      const { message, changed_ids } = await change({ body })
      const opposite = oppositeOf(body, changed_ids)
      if (!opposite) return message
      showChange(message, opposite)
      onDone()
      return undefined
    },
  })
  return (
    <Form {...form.formProps} label={title}>
      <ChoiceSelect
        label={label}
        {...choices}
        required={removal === undefined}
        description={description}
        {...form.getInputProps(field)}
        value={form.getValues()[field] as number | null}
      />
      <FormFooter form={form} onClose={onClose}>
        {title}
      </FormFooter>
    </Form>
  )
}
