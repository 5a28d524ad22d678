import { createFileRoute } from '@tanstack/react-router'
import { ConversationsScreen } from '#web/features/conversations/conversations-screen.tsx'
import { asId, asOneOf, searchReader } from '#web/lib/url/search-params.ts'

/** The chosen conversation: a center names the patient, a patient the center. */
const validateSearch = searchReader({ patient: asId, center: asId, show: asOneOf('waiting') })

export const Route = createFileRoute('/_app/conversations')({ validateSearch, component: ConversationsScreen })
