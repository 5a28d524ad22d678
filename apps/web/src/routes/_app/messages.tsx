import { createFileRoute } from '@tanstack/react-router'
import { MessagesScreen } from '#web/features/notices/messages-screen.tsx'
import { listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ ...listSearch })

export const Route = createFileRoute('/_app/messages')({ validateSearch, component: MessagesScreen })
