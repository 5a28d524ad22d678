/**
 * The secret of a mailed link. It is in the fragment, which reaches no server log, and leaves the address bar at once, so that no
 * history keeps it. It stays in this tab, because phones reload pages.
 */
import { tabStorage } from '#web/lib/browser/storage.ts'

const nameOf = (documentId: string) => `secret-${documentId}`

/** Moves the secret from the address bar into the tab. Returns whether the tab has a secret of the document. */
export function takeMailedSecret(documentId: string): boolean {
  const secret = location.hash.slice(1)
  if (secret) {
    tabStorage.set(nameOf(documentId), secret)
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return mailedSecret(documentId) !== undefined
}

export const mailedSecret = (documentId: string) => tabStorage.get(nameOf(documentId))
export const forgetMailedSecret = (documentId: string) => tabStorage.remove(nameOf(documentId))
