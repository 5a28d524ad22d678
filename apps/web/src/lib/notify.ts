/** Milliseconds, as specified. */
export const NOTICE = { error: 3000, success: 2000 }

async function show(color: string, message: string, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ color, message, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}

export const notifySuccess = (message: string) => void show('green', message, NOTICE.success)

/** For an action whose result is not known yet. */
export const notifyDoubt = (message: string) => void show('yellow', message, NOTICE.error)

export const notifyError = (message: string) => void show('red', message, NOTICE.error)
