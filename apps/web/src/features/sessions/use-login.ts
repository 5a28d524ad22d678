import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import type { Login } from '@vialdesk/contract/sessions'
import { useEffect, useState } from 'react'
import { send } from '#web/lib/api.ts'
import { wayOn } from '#web/lib/home.ts'
import { takeRedirect } from '#web/lib/leave.ts'
import { Refusal } from '#web/lib/refusal.ts'
import { session, signIn } from '#web/lib/session.ts'

/** Milliseconds that the server's message stays before the way leads on. */
const READ = 1000

type Credentials = Pick<Login, 'email' | 'password'>
const isCode = (error: Error | null, code: string) => error instanceof Refusal && error.code === code

const leadsTo = () => {
  const [who, target] = [session(), takeRedirect()]
  return who ? wayOn(who, target) : '/'
}

/**
 * Logs in, with the code of an app where one is asked for; after a moment leads to where someone begins, or once to where
 * someone wanted to go.
 */
export function useLogin() {
  const router = useRouter()
  /** Those that were right, while their code is asked for. */
  const [proven, setProven] = useState<Credentials>()
  const login = useMutation({
    ...send('POST /auth/login/'),
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
    /** Being asked for the code is no failure. */
    failure: isCode(login.error, 'code_required') ? null : login.error,
  }
}
