import { createFileRoute } from '@tanstack/react-router'
import { ConversationsScreen } from '#web/features/conversations/conversations-screen.tsx'

export const Route = createFileRoute('/_app/(account)/conversations')({ component: ConversationsScreen })
