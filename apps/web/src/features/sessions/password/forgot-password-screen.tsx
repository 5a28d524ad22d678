import { Anchor, Button, Stack, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ForgotPassword } from '@vialdesk/contract/people/sessions'
import { useState } from 'react'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'

export function ForgotPasswordScreen() {
  const [message, setMessage] = useState<string>()
  const reset = useFormCall('POST /api/v1/users/reset-password/')
  const form = useContractForm(ForgotPassword, {
    initialValues: { email: '' },
    guard: false,
    send: async (body) => setMessage((await reset({ body })).message),
  })
  return (
    <Stack gap="md">
      <GuestTitle lead="Enter your email. We’ll email you a link to set a new password.">Forgot Password</GuestTitle>
      <Form {...form.formProps} label="Forgot Password">
        <TextInput
          size="md"
          label="Email"
          type="email"
          required
          withAsterisk={false}
          autoComplete="username"
          {...form.getInputProps('email')}
        />
        <SubmitButton size="md" fullWidth busy={form.busy}>
          Reset Password
        </SubmitButton>
        <Anchor component={Link} to="/" size="sm" ta="center">
          Back to login
        </Anchor>
      </Form>
      <ResultModal
        title="Forgot Password"
        message={message}
        onClose={() => setMessage(undefined)}
        action={
          <Button component={Link} to="/">
            Login Page
          </Button>
        }
      />
    </Stack>
  )
}
