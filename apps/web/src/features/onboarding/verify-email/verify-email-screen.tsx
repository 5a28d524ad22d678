import { Button, Stack } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Login } from '@vialdesk/contract/people/sessions'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { session } from '#web/lib/session/session.ts'
import { useLinkSecret } from '#web/lib/url/use-link-secret.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'
import { GuestTitle } from '#web/ui/layout/guest-title.tsx'

function LoginButton() {
  const [to, label] = session() ? ['/dashboard', 'Dashboard'] : ['/', 'Login Page']
  return (
    <Button component={Link} to={to} size="md" fullWidth data-autofocus>
      {label}
    </Button>
  )
}

const OwnPassword = Login.pick({ password: true })

/** The link is over: another try cannot succeed. */
const isOver = (error: Error | null) => error instanceof ApiError && ['link_expired', 'conflict'].includes(error.code)

/**
 * A person types the password of the sign-up or account: a stranger may have signed up with the address of the reader, and programs that
 * open the links of mails must not confirm it.
 */
function Confirmation({ token }: { token: string }) {
  const verify = useMutation(apiMutation('POST /auth/verify-email/', { asGuest: true, handlesErrors: true }))
  const form = useContractForm(OwnPassword, {
    initialValues: { password: '' },
    guard: false,
    send: ({ password }) => verify.mutateAsync({ body: { token, password } }),
  })
  const isDone = verify.data !== undefined
  return (
    <Stack gap="md">
      <GuestTitle lead={verify.data?.message ?? 'Enter your password to confirm this email.'} isResult={isDone}>
        Confirm Your Email
      </GuestTitle>
      {isDone ? (
        <LoginButton />
      ) : (
        <Form {...form.formProps} label="Confirm Your Email">
          {isOver(verify.error) ? (
            <LoginButton />
          ) : (
            <>
              <PasswordField size="md" label="Password" {...form.getInputProps('password')} />
              <SubmitButton size="md" fullWidth busy={form.busy}>
                Confirm Email
              </SubmitButton>
            </>
          )}
        </Form>
      )}
    </Stack>
  )
}

/** Opened by the link in the mail of a sign-up or account, in any browser. */
export function VerifyEmailScreen() {
  const token = useLinkSecret()
  if (!token)
    return (
      <FailedScreen
        title="This link is incomplete"
        message="Open the link in your email again. To get another link, log in with your email and password."
        action={<LoginButton />}
      />
    )
  return <Confirmation key={token} token={token} />
}
