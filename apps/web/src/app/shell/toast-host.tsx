import '@mantine/notifications/styles.css'
import { Notifications } from '@mantine/notifications'

export const ToastHost = () => <Notifications position="top-right" limit={3} />
