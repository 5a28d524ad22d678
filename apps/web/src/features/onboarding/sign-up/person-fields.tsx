import { SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'

interface Props {
  form: { getInputProps: (field: 'first_name' | 'last_name' | 'email' | 'password') => { error?: ReactNode } }
  /** Fields next to the name. */
  children?: ReactNode
}

/** Name, email and password of a sign-up. */
export function PersonFields({ form, children }: Props) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
      <TextInput label="First name" withAsterisk autoComplete="given-name" {...form.getInputProps('first_name')} />
      <TextInput label="Last name" withAsterisk autoComplete="family-name" {...form.getInputProps('last_name')} />
      {children}
      <EmailField autoComplete="email" {...form.getInputProps('email')} />
      <PasswordField
        label="Password"
        description="Min Length 8"
        withAsterisk
        autoComplete="new-password"
        {...form.getInputProps('password')}
      />
    </SimpleGrid>
  )
}
