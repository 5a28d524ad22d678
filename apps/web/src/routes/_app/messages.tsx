import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#web/features/notices/messages-screen.tsx'
import { asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole })

export const Route = createFileRoute('/_app/messages')({ validateSearch, component: MessagesScreen })
