/** Sends a message and notifies the other side, in one transaction. The text is in no notice, mail, job or audit entry. */
import type { MessageSide, NewMessage } from '@vialdesk/contract/people/conversations'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { named, notify } from '#api/features/notices/notify.commands.ts'
import { markReadByPath } from '#api/features/notices/read-notices.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { conversationPolicy } from './conversations.policy.ts'
import { conversationPath, findConversation, getConversationRow, sideOf } from './conversations.queries.ts'

type Message = z.output<typeof NewMessage>

/** Messages of one author in an hour. */
export const MAX_PER_HOUR = 60

/** The caller has locked the author, so concurrent messages count each other. */
async function assertMayWriteMore(db: Db, authorId: number): Promise<void> {
  const [row] = await db.rows<{ recent: number }>(
    `select count(*)::integer as recent
     from conversation_messages
     where domain_id = $1 and author_id = $2 and sent_at > now() - interval '1 hour'`,
    [db.domainId, authorId],
  )
  if ((row?.recent ?? 0) >= MAX_PER_HOUR) fail('too_many', { headers: { 'retry-after': '3600' } })
}

/** The row stays locked, so the ids of a conversation's messages ascend in the order of their commits. */
async function lockConversation(db: Db, patientId: number, centerId: number, side: string): Promise<number> {
  const [row] = await db.rows<{ id: number }>(
    `insert into conversations (domain_id, patient_id, center_id, newest_side)
     values ($1, $2, $3, $4)
     on conflict on constraint conversations_parties_key do update set newest_side = excluded.newest_side
     returning id`,
    [db.domainId, patientId, centerId, side],
  )
  return row?.id ?? fail('not_found')
}

interface Earlier {
  conversation: number
  message: number
  patient_id: number
  center_id: number
  text: string
}

/** The message of this request, which was sent before. The id of a request for another message is refused. */
async function findRepeated(db: Db, authorId: number, { request_id, patient_id, center_id, text }: Message) {
  const [earlier] = await db.rows<Earlier>(
    `select c.id as conversation, m.id as message, c.patient_id, c.center_id, m.text
     from conversation_messages m
     join conversations c on c.domain_id = m.domain_id and c.id = m.conversation_id
     where m.domain_id = $1 and m.author_id = $2 and m.request_id = $3`,
    [db.domainId, authorId, request_id],
  )
  if (!earlier) return undefined
  const isSame = earlier.patient_id === patient_id && earlier.center_id === center_id && earlier.text === text
  return isSame ? { conversation: earlier.conversation, message: earlier.message } : fail('conflict')
}

interface Sent {
  id: number
  /** Of the receiver, with this message. */
  unread: number
}

async function insertMessage(
  db: Db,
  conversation: number,
  side: MessageSide,
  authorId: number,
  { request_id, text }: Message,
): Promise<Sent> {
  const [sent] = await db.rows<Sent>(
    `with sent as (
       insert into conversation_messages (domain_id, conversation_id, side, author_id, text, request_id)
       values ($1, $2, $3, $4, $5, $6)
       returning id, sent_at)
     update conversations c
     set newest = sent.id,
       newest_side = $3,
       newest_at = sent.sent_at,
       patient_unread = c.patient_unread + case $3 when 'center' then 1 else 0 end,
       center_unread = c.center_unread + case $3 when 'patient' then 1 else 0 end
     from sent
     where c.domain_id = $1 and c.id = $2
     returning sent.id, case $3 when 'center' then c.patient_unread else c.center_unread end as unread`,
    [db.domainId, conversation, side, authorId, text, request_id],
  )
  return sent ?? fail('not_found')
}

/** A notice for the first unread message only: the others wait in the same conversation. */
async function notifyReceiver(db: Db, side: MessageSide, patientId: number, centerId: number): Promise<void> {
  const path = conversationPath(side === 'patient' ? 'center' : 'patient', patientId, centerId)
  const title = 'You have a new message'
  if (side === 'center')
    await notify(db, patientId, { kind: 'conversation', title, text: 'Your center has written to you.', path })
  else {
    const text = `${named('A patient')} has written to you.`
    await notify(db, centerId, { kind: 'conversation', title, text, about: patientId, path })
  }
}

/** Returns the ids of the conversation and of the message. A repeated request sends nothing. */
export async function sendMessage(db: Db, actor: Actor, input: Message): Promise<{ conversation: number; message: number }> {
  const { patient_id, center_id } = input
  const row = (await findConversation(db, actor, patient_id, center_id)) ?? fail('not_found')
  conversationPolicy.assertCan(actor, 'write', row)
  const side = sideOf(actor)
  const authorId = actor.impersonatorId ?? actor.id
  await lockUser(db, authorId)
  const repeated = await findRepeated(db, authorId, input)
  if (repeated) return repeated
  await assertMayWriteMore(db, authorId)
  const conversation = await lockConversation(db, patient_id, center_id, side)
  const { id: message, unread } = await insertMessage(db, conversation, side, authorId, input)
  if (unread === 1) await notifyReceiver(db, side, patient_id, center_id)
  audit(db, { type: 'message.sent', subject: conversation, patient: patient_id, after: { message } })
  return { conversation, message }
}

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
