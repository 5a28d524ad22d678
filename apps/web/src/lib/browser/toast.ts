/** Short messages in a corner of the screen. Milliseconds until they disappear, as specified. */
export const TOAST_MS = { error: 3000, success: 2000 }

async function show(color: string, message: string, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ color, message, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}

export const showSuccess = (message: string, milliseconds = TOAST_MS.success) => void show('green', message, milliseconds)

/** For an action whose result is not known yet. */
export const showWarning = (message: string) => void show('yellow', message, TOAST_MS.error)

export const showError = (message: string) => void show('red', message, TOAST_MS.error)
