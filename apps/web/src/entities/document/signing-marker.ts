/**
 * The marker of a finished signature, in the storage of this browser. The page that thanks the signer may be in another tab
 * or frame than the sign-up that waits for the signature. The marker is no proof: the server decides what is signed.
 */
import { browserStorage } from '#web/lib/browser/storage.ts'
import { SIGNING_MARKER } from '#web/lib/session/log-out.ts'

/** Milliseconds between two looks for the marker, as specified. */
export const MARKER_POLL_MS = 5000

/** Without a document id the marker names no document. */
export const markSigningComplete = (documentId = '') => browserStorage.set(SIGNING_MARKER, documentId || 'yes')

/** Whether the marker is set: for this document if an id is given, and else for any. */
export function isSigningComplete(documentId?: string): boolean {
  const marked = browserStorage.get(SIGNING_MARKER)
  return marked !== undefined && (documentId === undefined || marked === documentId)
}
