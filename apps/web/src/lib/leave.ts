/**
 * Ways out of a session. Each loads a fresh page on purpose: what memory held of patients goes with the old one.
 */
import { clearSession } from './session.ts'
import { ofTab } from './storage.ts'

export type Reason = 'expired' | 'idle'

/** Only a path of this very site: a link must not be able to send someone who logs in elsewhere. */
export function safePath(target: string | undefined): string | undefined {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target) || /[\p{Cc}\\]/u.test(target)) return undefined
  const path = target.split(/[?#]/)[0]
  return path === '/' ? undefined : target
}

const here = () => location.pathname + location.search

/** The login's address, which leads back to `target` once. */
export function loginAddress(target: string, reason?: Reason): string {
  const query = new URLSearchParams()
  const path = safePath(target)
  if (path) query.set('redirect', path)
  if (reason) query.set('reason', reason)
  return query.size > 0 ? `/?${query}` : '/'
}

/** 401: the session is over. Back to login, and from there back here. */
export function leaveForLogin(reason: Reason): void {
  clearSession()
  location.assign(loginAddress(here(), reason))
}

/** 403: the browser forgets the session and goes to the public site root. */
export function leaveForSiteRoot(): void {
  clearSession()
  forgetRedirect()
  location.assign('/')
}

/** 428: nothing goes on before two-step sign-in is set up, which is done there. */
export function leaveForSetUp(): void {
  if (location.pathname !== '/settings') location.assign('/settings')
}

/** Of this tab alone: whoever logs in in another one wants to go elsewhere, and may be somebody else. */
export const markRedirect = (target: string | undefined) => {
  const path = safePath(target)
  if (path) ofTab.keep('redirect', path)
}

/** The marked way back, given once. */
export function takeRedirect(): string | undefined {
  const target = safePath(ofTab.kept('redirect'))
  forgetRedirect()
  return target
}

export const forgetRedirect = () => ofTab.forget('redirect')
