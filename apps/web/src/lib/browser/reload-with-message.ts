import { reloadPage } from './load-page.ts'
import { tabStorage } from './storage.ts'
import { showSuccess } from './toast.ts'

const MESSAGE = 'message-after-reload'

/** Reloads the page at once. The new page shows the success message. */
export function reloadWithMessage(message: string): void {
  tabStorage.set(MESSAGE, message)
  reloadPage()
}

/** Shows the message that the page before has left. */
export function showMessageAfterReload(): void {
  const message = tabStorage.get(MESSAGE)
  if (message === undefined) return
  tabStorage.remove(MESSAGE)
  showSuccess(message)
}
