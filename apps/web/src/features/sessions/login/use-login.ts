import type { Login } from '@vialdesk/contract/people/sessions'
import { useEffect, useState } from 'react'
import { useSend } from '#web/lib/api/use-send.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { pathAfterLogin } from '#web/lib/session/home-path.ts'
import { takeReturnPath } from '#web/lib/session/redirect.ts'
import { saveSession, session } from '#web/lib/session/session.ts'

/**
 * The marker of this browser, which the server gives at a log-in. It admits nobody. With it, wrong passwords that strangers try do not lock
 * out this browser. It stays after a log-out.
 */
const KEY = 'device'
const shape = /^[\w-]{20,100}$/

const saveDevice = (device: string) => browserStorage.set(KEY, device)

/** Part of the body of a log-in. A value that somebody changed is left out, because the server would refuse it. */
function knownDevice(): { device?: string } {
  const device = browserStorage.get(KEY)
  return device && shape.test(device) ? { device } : {}
}

/** Milliseconds before the redirect, to read the server's message. */
const REDIRECT_DELAY_MS = 1000

type Credentials = Pick<Login, 'email' | 'password'>
const hasCode = (error: Error | undefined, code: string) => error instanceof ApiError && error.code === code

const redirectPath = () => {
  const [viewer, target] = [session(), takeReturnPath()]
  return viewer ? pathAfterLogin(viewer, target) : '/'
}

/** Both functions are the same in every render. */
export interface NextScreen {
  /** Begins to load a screen. */
  prepare: (path: string) => void
  open: (path: string) => void
}

/**
 * Logs in, with a code when the server requires one. Then redirects to the user's home screen, or once to the page
 * that the user had asked for. The next screen loads while the message is read.
 */
export function useLogin({ prepare, open }: NextScreen) {
  const login = useSend('POST /auth/login/')
  /** Correct email and password, kept for the code step. */
  const [verified, setVerified] = useState<Credentials>()
  const isSuccess = login.data !== undefined
  const send = async (body: Login) => {
    const { data, error } = await login.send({ body: { ...body, ...knownDevice() } })
    if (data) {
      saveSession(data.token, data.user)
      saveDevice(data.device)
    } else if (hasCode(error, 'code_required')) setVerified({ email: body.email, password: body.password })
    else if (hasCode(error, 'wrong_credentials')) setVerified(undefined)
  }
  useEffect(() => {
    if (!isSuccess) return
    const path = redirectPath()
    prepare(path)
    const timer = setTimeout(() => open(path), REDIRECT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [isSuccess, prepare, open])
  const startAgain = () => {
    setVerified(undefined)
    login.reset()
  }
  return {
    submit: (credentials: Credentials) => void send(credentials),
    sendCode: (code: string) => verified && void send({ ...verified, code }),
    startAgain,
    asksCode: verified !== undefined,
    busy: login.isPending || isSuccess,
    message: login.data?.message,
    /** The email and the password of a sign-up whose email is not confirmed. */
    unverified: hasCode(login.error, 'email_not_verified') ? login.input?.body : undefined,
    /** `code_required` is not shown as an error. */
    failure: hasCode(login.error, 'code_required') ? undefined : login.error,
  }
}
