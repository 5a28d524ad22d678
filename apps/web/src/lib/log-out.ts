import { forgetRedirect, loginAddress, type Reason } from './leave.ts'
import { lastRequest } from './request.ts'
import { clearSession } from './session.ts'

/**
 * Ends the session on the server and on this browser, then loads the guest page. Without an answer the browser forgets
 * it all the same; the server's copy then dies of idleness.
 */
export async function logOut(back?: { target: string; reason: Reason }): Promise<void> {
  await lastRequest('POST /auth/logout/').catch(() => undefined)
  clearSession()
  forgetRedirect()
  location.assign(back ? loginAddress(back.target, back.reason) : '/')
}
