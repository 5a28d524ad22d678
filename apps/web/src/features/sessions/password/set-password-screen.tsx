import { Button, type ButtonProps, Skeleton, Stack } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Password } from '@vialdesk/contract/base/primitives'
import { PASSWORD_MISMATCH } from '@vialdesk/contract/people/sessions'
import { useState } from 'react'
import { z } from 'zod'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { takeLinkFragment } from '#web/lib/url/link-fragment.ts'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'

/** The confirmation is checked here only; the server gets the password once. */
const NewPassword = z
  .object({ password: Password, confirmation: z.string() })
  .refine((input) => input.password === input.confirmation, { path: ['confirmation'], message: PASSWORD_MISMATCH })

/** A used or expired link: another try cannot succeed. */
const isLinkExpired = (error: Error | null) => error instanceof ApiError && error.code === 'link_expired'
/** Also a part of a link. */
const isLinkInvalid = (error: Error | null) => isLinkExpired(error) || (error instanceof ApiError && error.code === 'invalid')

const NewLinkButton = (look: ButtonProps) => (
  <Button {...look} component={Link} to="/forgot-password">
    Request a new link
  </Button>
)

function PasswordForm({ token }: { token: string }) {
  const [message, setMessage] = useState<string>()
  const set = useMutation(apiMutation('POST /auth/set-password/', { handlesErrors: true, keepsScreen: true }))
  const form = useContractForm(NewPassword, {
    initialValues: { password: '', confirmation: '' },
    guard: false,
    send: async ({ password }) => setMessage((await set.mutateAsync({ body: { token, password } })).message),
  })
  const login = (
    <Button component={Link} to="/" data-autofocus>
      Login Page
    </Button>
  )
  return (
    <Form {...form.formProps} label="Set Password">
      <NewPasswordField size="md" label="New password" description="Min Length 8" {...form.getInputProps('password')} />
      <PasswordField size="md" label="Confirm password" autoComplete="new-password" {...form.getInputProps('confirmation')} />
      {isLinkExpired(set.error) ? (
        <NewLinkButton size="md" fullWidth />
      ) : (
        <SubmitButton size="md" fullWidth busy={form.busy}>
          Set Password
        </SubmitButton>
      )}
      <ResultModal title="Set Password" message={message} onClose={() => setMessage(undefined)} action={login} />
    </Form>
  )
}

const skeleton = (
  <Stack gap="md">
    <Skeleton h={92} />
    <Skeleton h={66} />
    <Skeleton h={42} />
  </Stack>
)

/** The server learns that the link was opened, and says at once if it works no more. A used link is not asked for again. */
function OpenedLink({ token }: { token: string }) {
  const call = apiQuery('POST /auth/set-password/open/', { body: { token } })
  const query = useQuery({ ...call, staleTime: Number.POSITIVE_INFINITY })
  if (isLinkInvalid(query.error)) {
    return (
      <FailedScreen
        title="This link no longer works"
        message="It has expired, was used already, or a newer link was sent. Open the newest email, or request a new link."
        action={<NewLinkButton mt="sm" />}
      />
    )
  }
  return (
    <Stack gap="md">
      <GuestTitle lead="Choose a password to log in. A few unrelated words are easy to remember and hard to guess.">
        Set Password
      </GuestTitle>
      <Loaded query={query} skeleton={skeleton}>
        {() => <PasswordForm token={token} />}
      </Loaded>
    </Stack>
  )
}

export function SetPasswordScreen() {
  const [token] = useState(takeLinkFragment)
  return token ? (
    <OpenedLink token={token} />
  ) : (
    <FailedScreen
      title="This link is incomplete"
      message="Open the link in your email again, or request a new link."
      action={<NewLinkButton mt="sm" />}
    />
  )
}
