import { Button, Group, SimpleGrid, TextInput } from '@mantine/core'
import type { ComponentProps, ReactNode } from 'react'
import type { z } from 'zod'
import { EmailField } from '#web/entities/user/email-field.tsx'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

type Values = Record<string, unknown>

export const blankAddress = { address1: '', address2: '', city: '', state_desc: '', country_desc: '', zip_code: '' }
export const blankPerson = { first_name: '', last_name: '', email: '', phone_number: '' }

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  onClose: () => void
  add: (input: { body: z.output<Schema> }) => Promise<{ id: number | null; email: string }>
  /** The first sentence of the notice. */
  added: string
  /** The label of the link to the new account. */
  view: string
  /** Links to what may follow. */
  next?: (id: number | null, body: z.output<Schema>) => NoticeLink[]
}

/** The form of an account whose owner sets a password with an emailed link. */
export function useNewAccount<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, onClose, add, added, view, next = () => [] }: Options<Schema, Start>,
) {
  const viewUser = useViewLink('/users/{id}')
  return useClosingForm(schema, {
    initialValues,
    onClose,
    save: async (body) => {
      const { id, email } = await add({ body })
      const message = `${added} We emailed a link to set the password to ${email}.`
      return { message, links: [...viewUser(view, id), ...next(id, body)] }
    },
  })
}

interface FieldsProps {
  form: { getInputProps: (field: keyof typeof blankPerson) => object }
}

export const PhoneField = ({ form, required = false }: FieldsProps & { required?: boolean }) => (
  <TextInput label="Phone" withAsterisk={required} type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
)

/** `first`: they are the first fields of the form, or the first to type into. */
export const NameFields = ({ form, first = false }: FieldsProps & { first?: boolean }) => (
  <>
    <TextInput label="First name" withAsterisk {...(first && { 'data-autofocus': true })} {...form.getInputProps('first_name')} />
    <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
    <EmailField {...form.getInputProps('email')} />
  </>
)

interface Props {
  form: { formProps: Omit<ComponentProps<typeof Form>, 'children' | 'label'>; busy: boolean }
  /** Names the form and its button. */
  verb: string
  onClose: () => void
  /** The fields in two columns. */
  fields: ReactNode
  /** What is below them. */
  children?: ReactNode
}

/** Form and buttons shared by all new accounts. */
export function NewAccountForm({ form, verb, onClose, fields, children }: Props) {
  return (
    <Form {...form.formProps} label={verb}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {fields}
      </SimpleGrid>
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
