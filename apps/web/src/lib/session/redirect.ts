/**
 * Redirects that leave a session. Each loads a fresh page, so that no patient data stays in memory.
 */

import { loadPage } from '#web/lib/browser/load-page.ts'
import { tabStorage } from '#web/lib/browser/storage.ts'
import { clearSession } from './session.ts'

export type LogoutReason = 'expired' | 'idle'

/** Only a path of this site: a link must not redirect a user to another site after login. */
export function safePath(target: string | undefined): string | undefined {
  if (!target?.startsWith('/') || /^\/[/\\]/.test(target) || /[\p{Cc}\\]/u.test(target)) return undefined
  const path = target.split(/[?#]/)[0]
  return path === '/' ? undefined : target
}

const here = () => location.pathname + location.search

/** The path of the login, with `target` as the return path. */
export function loginPath(target: string, reason?: LogoutReason): string {
  const query = new URLSearchParams()
  const path = safePath(target)
  if (path) query.set('redirect', path)
  if (reason) query.set('reason', reason)
  return query.size > 0 ? `/?${query}` : '/'
}

/** 401: the session has ended. Goes to the login, which returns here. */
export function redirectToLogin(reason: LogoutReason): void {
  clearSession()
  loadPage(loginPath(here(), reason))
}

/** 403: the browser forgets the session and goes to the public site root. */
export function redirectToSiteRoot(): void {
  clearSession()
  forgetReturnPath()
  loadPage('/')
}

/** 428: two-step sign-in must be set up first, in the settings. */
export function redirectToTwoStepSetup(): void {
  if (location.pathname !== '/settings') loadPage('/settings')
}

/** Stored per tab: another tab may belong to another user or task. */
export const saveReturnPath = (target: string | undefined) => {
  const path = safePath(target)
  if (path) tabStorage.set('redirect', path)
}

/** Returns the stored path and removes it. */
export function takeReturnPath(): string | undefined {
  const target = safePath(tabStorage.get('redirect'))
  forgetReturnPath()
  return target
}

export const forgetReturnPath = () => tabStorage.remove('redirect')
