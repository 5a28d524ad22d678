import type { Db } from '#api/db/db.ts'
import { markReadByPath } from '#api/features/notices/read-notices.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { conversationPolicy } from './conversations.policy.ts'
import { conversationPath, getConversationRow, sideOf } from './conversations.queries.ts'

/**
 * Marks the messages of the other side as read, up to one of them, and with the last one also the notices of the conversation. Returns the
 * number of messages that are still unread. A message that arrives meanwhile stays unread, because the update waits for its transaction.
 */
export async function markMessagesRead(db: Db, actor: Actor, id: number, upTo: number): Promise<number> {
  const row = await getConversationRow(db, actor, id)
  conversationPolicy.assertCan(actor, 'mark_read', row)
  const own = sideOf(actor)
  const other = own === 'patient' ? 'center' : 'patient'
  await db.rows('select from conversations where domain_id = $1 and id = $2 for no key update', [db.domainId, id])
  const [marked] = await db.rows<{ unread: number }>(
    `update conversations c
     set ${own}_read = greatest(c.${own}_read, least($3, c.newest)),
       ${own}_unread = (
         select count(*)
         from conversation_messages m
         where m.domain_id = $1
           and m.conversation_id = $2
           and m.side = '${other}'
           and m.id > greatest(c.${own}_read, $3))
     where c.domain_id = $1 and c.id = $2
     returning c.${own}_unread as unread`,
    [db.domainId, id, upTo],
  )
  const unread = marked?.unread ?? 0
  if (unread === 0) await markReadByPath(db, actor.id, conversationPath(own, row.patient_id, row.center_id))
  return unread
}
