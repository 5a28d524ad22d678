import { Alert, Anchor, Button, Stack, Text, TextInput, Title } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useEffect } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { type LogoutReason, saveReturnPath } from '#web/lib/session/redirect.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { useLogin } from './use-login.ts'
import { useLoginForm } from './use-login-form.ts'

/** Loaded on demand, because few users need a code and everyone loads this page first. */
const CodeStep = lazy(() => import('./code-step.tsx').then(({ CodeStep }) => ({ default: CodeStep })))

const reasons: Record<LogoutReason, string> = {
  expired: 'Your session has ended. Log in to continue.',
  idle: 'You were logged out because you were inactive. Log in to continue.',
}

interface Props {
  redirect?: string
  reason?: LogoutReason
}

function Outcome({ failure, message }: { failure: Error | null; message: string | undefined }) {
  return (
    <>
      {failure && <ErrorSummary message={errorMessage(failure)} />}
      {message && (
        <Alert color="green" role="status">
          {message}
        </Alert>
      )}
    </>
  )
}

interface PasswordStepProps {
  outcome: ReactNode
  form: ReturnType<typeof useLoginForm>
  busy: boolean
}

function PasswordStep({ outcome, form, busy }: PasswordStepProps) {
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
        {outcome}
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

export function LoginScreen({ redirect, reason }: Props) {
  const login = useLogin()
  const form = useLoginForm(login.submit)
  useEffect(() => saveReturnPath(redirect), [redirect])
  const { busy, failure, message } = login
  const outcome = <Outcome failure={failure} message={message} />
  if (login.asksCode)
    return (
      <Suspense>
        <CodeStep outcome={outcome} busy={busy} onCode={login.sendCode} onBack={login.startAgain} />
      </Suspense>
    )
  const why = reason && !failure && !message && <Alert color="gray">{reasons[reason]}</Alert>
  return <PasswordStep outcome={why || outcome} form={form} busy={busy} />
}
