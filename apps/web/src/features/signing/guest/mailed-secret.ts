/** The secret of a document's mailed link. It stays in this tab, because phones reload pages. */
import { tabStorage } from '#web/lib/browser/storage.ts'
import { takeLinkFragment } from '#web/lib/url/link-fragment.ts'

const nameOf = (documentId: string) => `secret-${documentId}`

/** Moves the secret from the address bar into the tab. Returns whether the tab has a secret of the document. */
export function takeMailedSecret(documentId: string): boolean {
  const secret = takeLinkFragment()
  if (secret) tabStorage.set(nameOf(documentId), secret)
  return mailedSecret(documentId) !== undefined
}

export const mailedSecret = (documentId: string) => tabStorage.get(nameOf(documentId))
export const forgetMailedSecret = (documentId: string) => tabStorage.remove(nameOf(documentId))
