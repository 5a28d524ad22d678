import { createElement, useSyncExternalStore } from 'react'
import type { Created } from './created.ts'
import { createListeners } from './listeners.ts'

/** Short messages in a corner of the screen. Milliseconds until they disappear, as specified. */
export const TOAST_MS = { error: 3000, success: 2000 }

const closeButtonProps = { 'aria-label': 'Dismiss' }

let isHostWanted = false
const { subscribe, notify } = createListeners()

/** Whether a message was shown. The shell then mounts the host of messages, which keeps those that came before it. */
export const useHostWanted = () => useSyncExternalStore(subscribe, () => isHostWanted)

export function loadNotifications() {
  isHostWanted = true
  notify()
  return import('@mantine/notifications')
}

async function show(color: string, message: string, autoClose: number | false): Promise<void> {
  const { notifications } = await loadNotifications()
  notifications.show({ color, message, autoClose, closeButtonProps })
}

export const showSuccess = (message: string, milliseconds = TOAST_MS.success) => void show('green', message, milliseconds)

/** Says why the user is on another page. It stays until it is dismissed, because nobody has asked for it. */
export const showReason = (message: string) => void show('yellow', message, false)

/** For an action whose result is not known yet. */
export const showWarning = (message: string) => void show('yellow', message, TOAST_MS.error)

export const showError = (message: string) => void show('red', message, TOAST_MS.error)

let lastCreated: string | undefined

/**
 * Says that something was made, with its links. It stays until the user closes it, follows a link, or opens another screen or dialog,
 * because nobody should have to hurry to a link. A newer one takes its place.
 */
export async function showCreated({ message, links }: Created): Promise<void> {
  if (links.length === 0) return showSuccess(message)
  const [{ notifications }, { CreatedNotice, noticeClass }] = await Promise.all([
    loadNotifications(),
    import('./created-notice.tsx'),
  ])
  if (lastCreated) notifications.hide(lastCreated)
  const id = crypto.randomUUID()
  const hide = () => notifications.hide(id)
  lastCreated = id
  notifications.show({
    ...{ id, closeButtonProps, color: 'green', withBorder: true, autoClose: false, role: 'status', className: noticeClass },
    // It stays, so it must not cover the buttons at the top of the screen.
    position: 'bottom-center',
    message: createElement(CreatedNotice, { message, links, onClose: hide }),
    onKeyDown: ({ key }) => {
      if (key === 'Escape') hide()
    },
  })
}
