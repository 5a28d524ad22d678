import { notifications } from '@mantine/notifications'
import { NOTICE } from './query-client.ts'

/** A short notice that something worked. */
export const notifySuccess = (message: string) => notifications.show({ color: 'green', message, autoClose: NOTICE.success })

/** A short notice that something did not. */
export const notifyError = (message: string) => notifications.show({ color: 'red', message, autoClose: NOTICE.error })
