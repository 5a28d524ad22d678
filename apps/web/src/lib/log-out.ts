import { forgetRedirect, loginAddress, type Reason } from './leave.ts'
import { lastRequest } from './request.ts'
import { clearSession } from './session.ts'

/**
 * Ends the session on the server and in this browser, then loads the guest page. If the server does not answer, the
 * browser still forgets the session, and the server's session ends by its idle limit.
 */
export async function logOut(back?: { target: string; reason: Reason }): Promise<void> {
  await lastRequest('POST /auth/logout/').catch(() => undefined)
  clearSession()
  forgetRedirect()
  location.assign(back ? loginAddress(back.target, back.reason) : '/')
}
