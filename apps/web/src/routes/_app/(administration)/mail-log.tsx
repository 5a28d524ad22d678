import { createFileRoute } from '@tanstack/react-router'
import { MailLogScreen } from '#web/features/email/mail-log-screen.tsx'

export const Route = createFileRoute('/_app/(administration)/mail-log')({ component: MailLogScreen })
