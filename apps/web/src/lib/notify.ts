/** Milliseconds, as specified. */
export const NOTICE = { error: 3000, success: 2000 }

async function show(color: string, message: string, autoClose: number): Promise<void> {
  const { notifications } = await import('@mantine/notifications')
  notifications.show({ color, message, autoClose, closeButtonProps: { 'aria-label': 'Dismiss' } })
}

/** A short notice that something worked. */
export const notifySuccess = (message: string) => void show('green', message, NOTICE.success)

/** A short notice that nobody knows yet whether it worked. */
export const notifyDoubt = (message: string) => void show('yellow', message, NOTICE.error)

/** A short notice that something did not. */
export const notifyError = (message: string) => void show('red', message, NOTICE.error)
