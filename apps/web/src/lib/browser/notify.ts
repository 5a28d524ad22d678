/** Milliseconds, as specified. */
export const NOTICE_MS = { error: 3000, success: 2000 }

async function show(color: string, message: string, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ color, message, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}

export const notifySuccess = (message: string) => void show('green', message, NOTICE_MS.success)

/** For an action whose result is not known yet. */
export const notifyWarning = (message: string) => void show('yellow', message, NOTICE_MS.error)

export const notifyError = (message: string) => void show('red', message, NOTICE_MS.error)
