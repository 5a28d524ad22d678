import { lastRequest } from '#web/lib/api/request.ts'
import { askPortal } from '#web/lib/browser/connection.ts'
import { loadPage } from '#web/lib/browser/load-page.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'
import { forgetReturnPath } from '#web/lib/session/redirect.ts'
import { clearSession } from '#web/lib/session/session.ts'

/** The stored name of the marker that a document was signed (entities/document/signing-marker.ts). */
export const SIGNING_MARKER = 'signing-complete'

/**
 * Ends the session on the server and in this browser, then loads the guest page or another one. If the server does not answer,
 * the browser still forgets the session, and the server's session ends by its idle limit.
 */
export async function logOut(path = '/'): Promise<void> {
  await lastRequest('POST /auth/logout/').catch(askPortal)
  clearSession()
  forgetReturnPath()
  browserStorage.remove(SIGNING_MARKER)
  loadPage(path)
}
