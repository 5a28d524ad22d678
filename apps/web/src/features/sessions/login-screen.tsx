import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { send } from '#web/lib/api.ts'
import { homeOf } from '#web/lib/home.ts'
import { markRedirect, type Reason, takeRedirect } from '#web/lib/leave.ts'
import { portal } from '#web/lib/portal.ts'
import { session, signIn } from '#web/lib/session.ts'
import { wordsFor } from '#web/lib/words.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'
import { useLoginForm } from './use-login-form.ts'

/** Milliseconds that the server's message stays before the way leads on. */
const READ = 1000

const reasons: Record<Reason, string> = {
  expired: 'Your session has ended. Log in to continue where you were.',
  idle: 'You were logged off because nothing happened for a while. Log in to continue where you were.',
}

interface Props {
  redirect?: string
  reason?: Reason
}

const startOf = () => {
  const who = session()
  return who ? homeOf(who) : '/'
}

/** Logs in; after a moment leads to where someone begins, or once to where someone wanted to go. */
function useLogin() {
  const router = useRouter()
  const login = useMutation({
    ...send('POST /auth/login/'),
    meta: { handlesErrors: true },
    onSuccess: ({ token, user }) => signIn(token, user),
  })
  const { isSuccess } = login
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => router.history.push(takeRedirect() ?? startOf()), READ)
    return () => clearTimeout(timer)
  }, [isSuccess, router])
  return login
}

export function LoginScreen({ redirect, reason }: Props) {
  const login = useLogin()
  const form = useLoginForm((body) => login.mutate({ body }))
  useEffect(() => markRedirect(redirect), [redirect])
  const busy = login.isPending || login.isSuccess
  return (
    <form onSubmit={form.onSubmit} noValidate aria-labelledby="login-title">
      <Stack gap="md">
        <div>
          <Title order={1} id="login-title" fz="1.625rem" lts="-0.02em">
            Member Login
          </Title>
          <Text c="dimmed" mt={4}>
            Welcome to {portal().domain.name}.
          </Text>
        </div>
        {reason && !login.error && !login.isSuccess && <Alert color="gray">{reasons[reason]}</Alert>}
        {login.error && <ErrorSummary message={wordsFor(login.error)} />}
        {login.data && (
          <Alert color="green" role="status">
            {login.data.message}
          </Alert>
        )}
        <TextInput
          size="md"
          label="Login"
          type="email"
          placeholder="you@example.com"
          autoComplete="username"
          inputMode="email"
          {...form.field('email')}
        />
        <div>
          <PasswordField size="md" label="Password" {...form.field('password')} />
          <Anchor component={Link} to="/forgot-password" size="sm" mt={8} display="inline-block">
            Forgot Password
          </Anchor>
        </div>
        <Button type="submit" size="md" fullWidth loading={busy}>
          Login
        </Button>
      </Stack>
    </form>
  )
}
