import { Alert, Anchor } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { type LogoutReason, saveReturnPath } from '#web/lib/session/redirect.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { ForgotPassword } from './forgot-password.tsx'
import { PasswordStep } from './password-step.tsx'
import { type NextScreen, useLogin } from './use-login.ts'
import { useLoginForm } from './use-login-form.ts'

/** Loaded on demand, because few users need a code and everyone loads this page first. */
const CodeStep = lazyPart(() => import('./code-step.tsx').then((module) => module.CodeStep))

/** Loaded on demand: only new users who have not confirmed their email see it. */
const UnverifiedNotice = lazyPart(() => import('./unverified-notice.tsx').then((module) => module.UnverifiedNotice))

const reasons: Record<LogoutReason, string> = {
  expired: 'Your session has ended. Log in to continue.',
  idle: 'You were logged out because you were inactive. Log in to continue.',
}

/** Loaded on demand, and only in the demo. */
const DemoTour = lazyPart(() => import('./demo-tour.tsx').then((module) => module.DemoTour))

interface Props {
  redirect?: string
  reason?: LogoutReason
  next: NextScreen
}

function Outcome({ failure, message, unverified }: Pick<ReturnType<typeof useLogin>, 'failure' | 'message' | 'unverified'>) {
  if (failure && unverified)
    return (
      <Suspense>
        <UnverifiedNotice message={errorMessage(failure)} credentials={unverified} />
      </Suspense>
    )
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

export function LoginScreen({ redirect, reason, next }: Props) {
  const login = useLogin(next)
  const form = useLoginForm(login.submit)
  const [touring, setTouring] = useState(false)
  /** The field or button that comes after the account of the tour. */
  const [focused, setFocused] = useState<'password' | 'submit'>()
  useEffect(() => saveReturnPath(redirect), [redirect])
  const choose = (account: Parameters<typeof form.fill>[0]) => {
    form.fill(account)
    setTouring(false)
    setFocused(account.password === '' ? 'password' : 'submit')
  }
  const { busy, failure, message, unverified } = login
  const outcome = <Outcome failure={failure} message={message} unverified={unverified} />
  if (login.asksCode)
    return (
      <Suspense>
        <CodeStep outcome={outcome} busy={busy} onCode={login.sendCode} onBack={login.startAgain} />
      </Suspense>
    )
  if (touring)
    return (
      <Suspense>
        <DemoTour onChoose={choose} onBack={() => setTouring(false)} />
      </Suspense>
    )
  const why = reason && !failure && !message && <Alert color="gray">{reasons[reason]}</Alert>
  const more = portal().demo && (
    <Anchor component="button" type="button" size="sm" onClick={() => setTouring(true)}>
      Take a tour of the demo
    </Anchor>
  )
  const forgot = <ForgotPassword {...next} />
  const parts = { outcome: why || outcome, forgot, more }
  return <PasswordStep name={portal().domain.name} {...parts} form={form} busy={busy} focused={focused} />
}
