import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#web/features/notices/messages-screen.tsx'

export const Route = createFileRoute('/_app/(account)/messages')({ component: MessagesScreen })
