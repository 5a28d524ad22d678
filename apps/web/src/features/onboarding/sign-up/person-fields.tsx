import { SimpleGrid, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'

interface Props {
  form: {
    getInputProps: (field: 'first_name' | 'last_name' | 'email' | 'password') => { error?: ReactNode }
    values: { first_name: string; last_name: string; email: string }
  }
  /** Fields next to the name. */
  children?: ReactNode
}

/** Name, email and password of a sign-up. */
export function PersonFields({ form, children }: Props) {
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
