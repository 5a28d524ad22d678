import { Alert, Anchor } from '@mantine/core'
import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'
import { portal } from '#web/lib/browser/portal.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { type LogoutReason, saveReturnPath } from '#web/lib/session/redirect.ts'
import { ErrorSummary } from '#web/ui/forms/error-summary.tsx'
import { PasswordStep } from './password-step.tsx'
import { useLogin } from './use-login.ts'
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
  /** Begins to load the next screen. The same function in every render. */
  prepare: (path: string) => void
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

export function LoginScreen({ redirect, reason, prepare }: Props) {
  const login = useLogin(prepare)
  const form = useLoginForm(login.submit)
  const [touring, setTouring] = useState(false)
  /** The field or button that comes after the account of the tour. */
  const [next, setNext] = useState<'password' | 'submit'>()
  useEffect(() => saveReturnPath(redirect), [redirect])
  const choose = (account: Parameters<typeof form.fill>[0]) => {
    form.fill(account)
    setTouring(false)
    setNext(account.password === '' ? 'password' : 'submit')
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
  return <PasswordStep name={portal().domain.name} outcome={why || outcome} form={form} busy={busy} next={next} more={more} />
}
