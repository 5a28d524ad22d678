import { Button, Stack, Text, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { apiMutation } from '#web/lib/api/api.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { useLinkSecret } from '#web/lib/url/use-link-secret.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { FailedScreen } from '#web/ui/layout/failed-screen.tsx'

const LoginButton = () => (
  <Button component={Link} to="/" size="md" fullWidth data-autofocus>
    Login Page
  </Button>
)

/** A person presses the button: programs that open the links of mails must not activate an account. */
function Confirmation({ token }: { token: string }) {
  const verify = useMutation({ ...apiMutation('POST /auth/verify-email/', { asGuest: true }), meta: { handlesErrors: true } })
  return (
    <Stack gap="md">
      <div>
        <Title order={1} fz="1.625rem" lts="-0.02em">
          Confirm Your Email
        </Title>
        <Text c="dimmed" mt={4} role={verify.data ? 'status' : undefined}>
          {verify.data?.message ?? 'One more step: confirm that this is your email. Then your account is active.'}
        </Text>
      </div>
      {verify.error && <ErrorSummary message={errorMessage(verify.error)} />}
      {verify.data || verify.error ? (
        <LoginButton />
      ) : (
        <Button size="md" fullWidth loading={verify.isPending} onClick={() => verify.mutate({ body: { token } })}>
          Confirm Email
        </Button>
      )}
    </Stack>
  )
}

/** Opened by the link in the mail of a sign-up, in any browser. */
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
