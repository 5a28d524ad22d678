import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Login } from '@vialdesk/contract/sessions'
import { useEffect, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { knownDevice, saveDevice } from '#web/lib/session/known-device.ts'
import { takeReturnPath } from '#web/lib/session/redirect.ts'
import { saveSession, session } from '#web/lib/session/session.ts'

/** Milliseconds before the redirect, to read the server's message. */
const REDIRECT_DELAY_MS = 1000

type Credentials = Pick<Login, 'email' | 'password'>
const hasCode = (error: Error | null, code: string) => error instanceof ApiError && error.code === code

const redirectPath = () => {
  const [viewer, target] = [session(), takeReturnPath()]
  return viewer ? pathAfterLogin(viewer, target) : '/'
}

/**
 * Logs in, with a code when the server requires one. Then redirects to the user's home screen, or once to the page
 * that the user had asked for. `prepare` gets the path of the next screen, which loads while the message is read.
 */
export function useLogin(prepare: (path: string) => void) {
  const router = useRouter()
  /** Correct email and password, kept for the code step. */
  const [verified, setVerified] = useState<Credentials>()
  const login = useMutation({
    ...apiMutation('POST /auth/login/'),
    meta: { handlesErrors: true },
    onSuccess: ({ token, user, device }) => {
      saveSession(token, user)
      saveDevice(device)
    },
    onError: (error, { body }) => {
      if (hasCode(error, 'code_required')) setVerified(body)
      else if (hasCode(error, 'wrong_credentials')) setVerified(undefined)
    },
  })
  const { isSuccess } = login
  useEffect(() => {
    if (!isSuccess) return
    const path = redirectPath()
    prepare(path)
    const timer = setTimeout(() => router.history.push(path), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, router, prepare])
  const startAgain = () => {
    setVerified(undefined)
    login.reset()
  }
  return {
    submit: (credentials: Credentials) => login.mutate({ body: { ...credentials, ...knownDevice() } }),
    sendCode: (code: string) => verified && login.mutate({ body: { ...verified, code, ...knownDevice() } }),
    startAgain,
    asksCode: verified !== undefined,
    busy: login.isPending || isSuccess,
    message: login.data?.message,
    /** The email and the password of a sign-up whose email is not confirmed. */
    unverified: hasCode(login.error, 'email_not_verified') ? login.variables?.body : undefined,
    /** `code_required` is not shown as an error. */
    failure: hasCode(login.error, 'code_required') ? null : login.error,
  }
}
