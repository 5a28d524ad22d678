import { useSession } from '#web/lib/session/session.ts'
import { CenterConversations } from './center-conversations.tsx'
import { OwnConversations } from './own-conversations.tsx'

/** The conversations of a patient, or of a center. Staff are here inside a center, as the center. */
export function ConversationsScreen() {
  const session = useSession()
  if (!session) return null
  return session.role === 'patient' ? <OwnConversations patient={session.user.id} /> : <CenterConversations />
}
