import { Button, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'
import type { useLoginForm } from './use-login-form.ts'

interface Props {
  /** The name of the portal. */
  name: string
  /** State of the login. */
  outcome: ReactNode
  form: ReturnType<typeof useLoginForm>
  busy: boolean
  /** The link below the password. */
  forgot: ReactNode
  /** Gets the focus, because the rest is filled in. */
  focused?: 'password' | 'submit'
  /** Below the form. */
  more?: ReactNode
}

/** First step of the login. */
export function PasswordStep({ name, outcome, form, busy, forgot, focused, more }: Props) {
  return (
    <form onSubmit={form.onSubmit} noValidate aria-labelledby="login-title">
      <Stack gap="md">
        <GuestTitle id="login-title" lead={`Welcome to ${name}.`}>
          Member Login
        </GuestTitle>
        {outcome}
        <TextInput
          size="md"
          label="Login"
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
          {...form.field('email')}
        />
        <div>
          <PasswordField size="md" label="Password" autoFocus={focused === 'password'} {...form.field('password')} />
          {forgot}
        </div>
        <Button type="submit" size="md" fullWidth loading={busy} autoFocus={focused === 'submit'}>
          Login
        </Button>
        {more}
      </Stack>
    </form>
  )
}
