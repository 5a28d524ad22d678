/**
 * The marker of a finished signature, in the storage of this browser. The page that thanks the signer may be in another tab
 * or frame than the sign-up that waits for the signature. The marker is no proof: the server decides what is signed.
 */

import { SIGNING_MARKER } from '#web/lib/account/log-out.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'

/** Milliseconds between two looks for the marker, as specified. */
export const MARKER_POLL_MS = 5000
/** About a minute: an external provider may need some seconds to report a signature and to offer its file. */
export const MAX_POLLS = 12

export const markSigningComplete = (documentId: string) => browserStorage.set(SIGNING_MARKER, documentId)

export const isSigningComplete = (documentId: string): boolean => browserStorage.get(SIGNING_MARKER) === documentId
