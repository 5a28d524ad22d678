import { Button, Group } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

export const blankAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' }

interface Props {
  form: { formProps: Omit<ComponentProps<typeof Form>, 'children' | 'label'>; busy: boolean }
  /** Names the form and its button. */
  verb: string
  onClose: () => void
  children: ReactNode
}

/** Form, notices and buttons shared by all new accounts. */
export function NewAccountForm({ form, verb, onClose, children }: Props) {
  return (
    <Form {...form.formProps} label={verb}>
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={form.busy}>{verb}</SubmitButton>
      </Group>
    </Form>
  )
}
