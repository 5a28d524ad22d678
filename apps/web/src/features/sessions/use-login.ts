import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Login } from '@vialdesk/contract/sessions'
import { useEffect, useState } from 'react'
import { apiMutation } from '#web/lib/api/api.ts'
import { ApiError } from '#web/lib/api/api-error.ts'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { takeReturnPath } from '#web/lib/session/redirect.ts'
import { session, signIn } from '#web/lib/session/session.ts'

/** Milliseconds before the redirect, to read the server's message. */
const READ = 1000

type Credentials = Pick<Login, 'email' | 'password'>
const isCode = (error: Error | null, code: string) => error instanceof ApiError && error.code === code

const leadsTo = () => {
  const [who, target] = [session(), takeReturnPath()]
  return who ? pathAfterLogin(who, target) : '/'
}

/**
 * Logs in, with a code when the server requires one. Then redirects to the user's home screen, or once to the page
 * that the user had asked for.
 */
export function useLogin() {
  const router = useRouter()
  /** Correct email and password, kept for the code step. */
  const [proven, setProven] = useState<Credentials>()
  const login = useMutation({
    ...apiMutation('POST /auth/login/'),
    meta: { handlesErrors: true },
    onSuccess: ({ token, user }) => signIn(token, user),
    onError: (error, { body }) => {
      if (isCode(error, 'code_required')) setProven(body)
      else if (isCode(error, 'wrong_credentials')) setProven(undefined)
    },
  })
  const { isSuccess } = login
  useEffect(() => {
    if (!isSuccess) return
    const timer = setTimeout(() => router.history.push(leadsTo()), READ)
    return () => clearTimeout(timer)
  }, [isSuccess, router])
  const startAgain = () => {
    setProven(undefined)
    login.reset()
  }
  return {
    submit: (credentials: Credentials) => login.mutate({ body: credentials }),
    sendCode: (code: string) => proven && login.mutate({ body: { ...proven, code } }),
    startAgain,
    asksCode: proven !== undefined,
    busy: login.isPending || isSuccess,
    message: login.data?.message,
    /** `code_required` is not shown as an error. */
    failure: isCode(login.error, 'code_required') ? null : login.error,
  }
}
