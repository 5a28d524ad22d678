/** Sends a message and notifies the other side, in one transaction. The text is in no notice, mail, job or audit entry. */
import type { MessageSide, NewMessage } from '@vialdesk/contract/conversations'
import type { z } from 'zod'
import type { Db } from '#api/db/db.ts'
import { lockUser } from '#api/db/lock-user.ts'
import { named, notify } from '#api/features/notices/notify.commands.ts'
import type { Actor } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { fail } from '#api/platform/http/errors/fail.ts'
import { conversationPolicy } from './conversations.policy.ts'
import { findConversation, sideOf } from './conversations.queries.ts'
import { conversationPath } from './paths.pure.ts'

/** Messages of one author in an hour. */
export const MAX_PER_HOUR = 60

/** The lock makes concurrent messages of an author count each other. */
async function assertMayWriteMore(db: Db, authorId: number): Promise<void> {
  await lockUser(db, authorId)
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

interface Sent {
  id: number
  /** Of the receiver, with this message. */
  unread: number
}

async function insertMessage(db: Db, conversation: number, side: MessageSide, authorId: number, text: string) {
  const [sent] = await db.rows<Sent>(
    `with sent as (
       insert into conversation_messages (domain_id, conversation_id, side, author_id, text)
       values ($1, $2, $3, $4, $5)
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
    [db.domainId, conversation, side, authorId, text],
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

/** Returns the ids of the conversation and of the message. */
export async function sendMessage(
  db: Db,
  actor: Actor,
  auditActor: AuditActor,
  { patient_id, center_id, text }: z.output<typeof NewMessage>,
): Promise<{ conversation: number; message: number }> {
  const row = (await findConversation(db, actor, patient_id, center_id)) ?? fail('not_found')
  conversationPolicy.assertCan(actor, 'write', row)
  const side = sideOf(actor)
  const authorId = actor.impersonatorId ?? actor.id
  await assertMayWriteMore(db, authorId)
  const conversation = await lockConversation(db, patient_id, center_id, side)
  const { id: message, unread } = await insertMessage(db, conversation, side, authorId, text)
  if (unread === 1) await notifyReceiver(db, side, patient_id, center_id)
  audit(db, auditActor, { type: 'message.sent', subject: conversation, patient: patient_id, after: { message } })
  return { conversation, message }
}
