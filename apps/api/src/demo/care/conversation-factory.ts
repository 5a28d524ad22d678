import type { MessageSide } from '@vialdesk/contract/people/conversations'
import type { Db } from '#api/db/db.ts'

export interface PastMessage {
  side: MessageSide
  text: string
  sent_at: Date | string
  /** By default the patient or the center itself. */
  author_id?: number
}

/** Creates a conversation with messages, oldest first. The receiver has read the first `read` of them; by default all. */
export async function createConversation(
  db: Db,
  { patient, center }: { patient: number; center: number },
  messages: [PastMessage, ...PastMessage[]],
  read = messages.length,
): Promise<number> {
  const { id } = await db.insertWithId('conversations', { patient_id: patient, center_id: center, newest_side: messages[0].side })
  const ids: number[] = []
  for (const { side, text, sent_at, author_id = side === 'patient' ? patient : center } of messages) {
    const row = { domain_id: db.domainId, conversation_id: id, side, author_id, request_id: crypto.randomUUID(), text, sent_at }
    ids.push((await db.insertInto('conversation_messages').values(row).returning('id').executeTakeFirstOrThrow()).id)
  }
  const newest = messages.at(-1) ?? messages[0]
  const unreadBy = (side: string) => messages.filter((each, n) => n >= read && each.side !== side).length
  const readTo = ids[read - 1] ?? 0
  await db.updateRows(
    'conversations',
    { id },
    {
      ...{ newest: ids.at(-1) ?? 0, newest_side: newest.side, newest_at: newest.sent_at },
      ...{ patient_unread: unreadBy('patient'), center_unread: unreadBy('center') },
      ...{ patient_read: readTo, center_read: readTo },
    },
  )
  return id
}
