import { reloadPage } from './load-page.ts'
import { takeReason } from './reason-after-load.ts'
import { tabStorage } from './storage.ts'
import { showReason, showSuccess } from './toast.ts'

const MESSAGE = 'message-after-reload'

/** Reloads the page at once. The new page shows the success message. */
export function reloadWithMessage(message: string): void {
  tabStorage.set(MESSAGE, message)
  reloadPage()
}

/** Shows the message that the page before has left. */
export function showMessageAfterReload(): void {
  const [message, reason] = [tabStorage.get(MESSAGE), takeReason()]
  tabStorage.remove(MESSAGE)
  if (message !== undefined) showSuccess(message)
  if (reason !== undefined) showReason(reason)
}
