import { reloadPage } from './load-page.ts'
import { tabStorage } from './storage.ts'
import { showReason, showSuccess } from './toast.ts'

const MESSAGE = 'message-after-reload'
const REASON = 'reason-after-load'

/** The next page shows why the user is there. */
export const showReasonAfterLoad = (reason: string) => tabStorage.set(REASON, reason)

/** Reloads the page at once. The new page shows the success message. */
export function reloadWithMessage(message: string): void {
  tabStorage.set(MESSAGE, message)
  reloadPage()
}

/** Shows the message that the page before has left. */
export function showMessageAfterReload(): void {
  const [message, reason] = [tabStorage.get(MESSAGE), tabStorage.get(REASON)]
  tabStorage.remove(MESSAGE, REASON)
  if (message !== undefined) showSuccess(message)
  if (reason !== undefined) showReason(reason)
}
