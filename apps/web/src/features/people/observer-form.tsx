import { Text, TextInput } from '@mantine/core'
import { NewObserver, type Observer, ObserverMove } from '@vialdesk/contract/people'
import { useLabChoices } from '#web/entities/center/center-choices.ts'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'

interface Props {
  onClose: () => void
}
type LabFieldProps = Omit<Parameters<typeof ChoiceSelect>[0], 'label' | 'choices' | 'state'>

const LabField = (props: LabFieldProps) => <ChoiceSelect label="Lab" required {...useLabChoices()} {...props} />

/** Adds an observer, who gets a mail with a link to set a password. */
export function AddObserverForm({ onClose }: Props) {
  const add = useFormCall('POST /api/v1/observers/')
  const viewUser = useViewLink('/users/{id}')
  const initialValues = { first_name: '', last_name: '', email: '', lab_id: null as number | null }
  const form = useClosingForm(NewObserver, {
    initialValues,
    onClose,
    save: async (body) => {
      const { id, message } = await add({ body })
      return { message, links: viewUser('View observer', id) }
    },
  })
  usePreset(form, 'lab_id', useLabChoices())
  return (
    <Form {...form.formProps} label="Add Observer">
      <Text c="dimmed">An observer sees the harvest centers of one lab, and no patients. We email a link to set a password.</Text>
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
      <EmailField {...form.getInputProps('email')} />
      <LabField {...form.getInputProps('lab_id')} value={form.getValues().lab_id} />
      <FormFooter form={form} onClose={onClose}>
        Add Observer
      </FormFooter>
    </Form>
  )
}

/** Ties an observer to another lab. */
export function MoveObserverForm({ observer, onClose }: Props & { observer: Observer }) {
  const move = useFormCall('PATCH /api/v1/observers/{id}/')
  const form = useClosingForm(ObserverMove, {
    initialValues: { lab_id: observer.lab?.id ?? null },
    onClose,
    save: async (body) => (await move({ params: { id: observer.id }, body })).message,
  })
  return (
    <Form {...form.formProps} label="Change lab">
      <Text c="dimmed">The observer sees only the centers of the new lab, at once.</Text>
      <LabField {...form.getInputProps('lab_id')} value={form.getValues().lab_id} />
      <FormFooter form={form} onClose={onClose}>
        Save
      </FormFooter>
    </Form>
  )
}
