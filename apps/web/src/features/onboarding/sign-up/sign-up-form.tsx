import { Stack } from '@mantine/core'
import type { ComponentProps } from 'react'
import { blankAddress } from '#web/features/onboarding/add-account/new-account-form.tsx'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { PersonFields } from './person-fields.tsx'
import { SignUpFrame } from './sign-up-frame.tsx'
import { SignedUpModal } from './signed-up-modal.tsx'

/** Initial values. */
export const blankPerson = { first_name: '', last_name: '', email: '', password: '', phone_number: '', ...blankAddress }

type FormOf<Part extends (props: never) => unknown> = Parameters<Part>[0] extends { form: infer F } ? F : never

interface Props {
  title: string
  lead: string
  /** The result of `useSignUp`. */
  form: FormOf<typeof PersonFields> &
    FormOf<typeof AddressFields> & {
      formProps: Omit<ComponentProps<typeof Form>, 'label' | 'children'>
      busy: boolean
      message: string | undefined
      close: () => void
    }
  /** Replaces the form's own error message. */
  failure?: string | undefined
}

/** The sign-up form of a person, with an optional address. */
export function SignUpForm({ title, lead, form, failure = form.formProps.failure }: Props) {
  return (
    <SignUpFrame title={title} lead={lead}>
      <Form {...form.formProps} failure={failure} label={title}>
        <Stack gap="xl">
          <PersonFields form={form} />
          <Section title="Address (optional)">
            <AddressFields form={form} own />
          </Section>
          <SubmitButton size="md" fullWidth busy={form.busy}>
            Sign Up
          </SubmitButton>
        </Stack>
      </Form>
      <SignedUpModal title={title} message={form.message} onClose={form.close} />
    </SignUpFrame>
  )
}
