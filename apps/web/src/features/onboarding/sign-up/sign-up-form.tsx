import { Anchor, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import { AddressFields, blankAddress } from '#web/ui/forms/address-fields.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'
import { Section } from '#web/ui/layout/section.tsx'

interface FrameProps {
  title: string
  /** One sentence about the purpose of the account. */
  lead: ReactNode
  /** As narrow as the login form. */
  narrow?: boolean
  children: ReactNode
}

/** The frame of sign-up forms: wider than the login, with a link back to the login. */
export function SignUpFrame({ title, lead, narrow, children }: FrameProps) {
  return (
    <Stack gap="lg" data-wide={narrow ? undefined : true}>
      <GuestTitle lead={lead}>{title}</GuestTitle>
      {children}
      <Text size="sm" c="dimmed" ta="center">
        {'Already have an account? '}
        <Anchor component={Link} to="/" size="sm" underline="always">
          Login
        </Anchor>
      </Text>
    </Stack>
  )
}

interface PersonProps {
  form: {
    getInputProps: (field: 'first_name' | 'last_name' | 'email' | 'password') => { error?: ReactNode }
    values: { first_name: string; last_name: string; email: string }
  }
  /** Fields next to the name. */
  children?: ReactNode
}

/** Name, email and password of a sign-up. */
export function PersonFields({ form, children }: PersonProps) {
  const { first_name, last_name, email } = form.values
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput label="First name" withAsterisk autoComplete="given-name" {...form.getInputProps('first_name')} />
      <TextInput label="Last name" withAsterisk autoComplete="family-name" {...form.getInputProps('last_name')} />
      {children}
      <EmailField autoComplete="email" {...form.getInputProps('email')} />
      <NewPasswordField
        label="Password"
        description="Min Length 8"
        withAsterisk
        ownWords={[first_name, last_name, email]}
        {...form.getInputProps('password')}
      />
    </SimpleGrid>
  )
}

interface SignedUpProps {
  title: string
  form: { message: string | undefined; close: () => void }
}

/** Success dialog of a sign-up; closing it opens the login page. */
export function SignedUp({ title, form }: SignedUpProps) {
  const navigate = useNavigate()
  const leave = () => {
    form.close()
    void navigate({ to: '/' })
  }
  return <ResultModal title={title} message={form.message} onClose={leave} close="Login Page" />
}

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
    } & SignedUpProps['form']
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
      <SignedUp title={title} form={form} />
    </SignUpFrame>
  )
}
