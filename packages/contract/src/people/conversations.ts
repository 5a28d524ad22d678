/** Messages between a patient and the centers of that patient. Plain text only: files belong to the documents. */
import { z } from 'zod'
import { admin, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import { CenterName, cursorPaging, Id, multiLine, OnlyTrue, PatientId, PatientName, Timestamp } from '../base/primitives.ts'
import { REQUIRED } from '../base/validation-messages.ts'

export const MAX_MESSAGE_LENGTH = 4000

export const MessageSide = z.enum(['patient', 'center'])
export type MessageSide = z.infer<typeof MessageSide>

/** One for each patient and center. Without a message it has no id yet. */
export const Conversation = z.object({
  id: Id.nullable(),
  patient: PatientName,
  center: CenterName,
  /** The side of the newest message: a conversation with a message of the patient waits for an answer. */
  newest_side: MessageSide.nullable(),
  newest_at: Timestamp.nullable(),
  /** The beginning of the newest message. */
  preview: z.string(),
  /** Messages that the caller's side has not read. */
  unread: z.number().int(),
  can: z.object({ write: z.boolean(), mark_read: z.boolean() }),
})
export type Conversation = z.infer<typeof Conversation>

export const ConversationMessage = z.object({
  id: Id,
  side: MessageSide,
  /** The name of the staff user who wrote it for the center. Patients get the name of the center only. */
  staff: z.string().nullable(),
  text: z.string(),
  sent_at: Timestamp,
  /** The other side has read it. */
  seen: z.boolean(),
})
export type ConversationMessage = z.infer<typeof ConversationMessage>

export const NewMessage = z.object({
  /** Made by the page: the same id sends nothing twice. */
  request_id: z.uuid(),
  patient_id: Id,
  center_id: Id,
  text: multiLine(MAX_MESSAGE_LENGTH).pipe(z.string().min(1, REQUIRED)),
})

const centersOnly = { harvest_center: 'own', referral_harvest_center: 'own' } as const
const parties = { ...centersOnly, patient: 'own' } as const

/**
 * Patients and their centers write; staff write inside a center, as the center. Admins read, and each read is audited. Labs and sales
 * roles make none of these calls.
 */
export const conversations = {
  list: call('GET /api/v1/conversations/', centersOnly, {
    summary: 'The conversations of a center: patients that wait for an answer first, then the newest message',
    // A page begins after the `older` of the page before.
    query: cursorPaging(20).omit({ after: true }).extend({ waiting: OnlyTrue }),
    answer: z.object({ results: z.array(Conversation), older: Id.nullable() }),
  }),
  unread: call('GET /api/v1/conversations/unread/', parties, {
    summary: 'The number of unread messages of the caller',
    answer: z.object({ unread: z.number().int() }),
  }),
  ofPatient: call(
    'GET /api/v1/users/{id}/conversations/',
    roles({ ...admin, patient: 'own', harvest_center: 'visible', referral_harvest_center: 'visible' }),
    {
      summary: 'The conversations of a patient that the caller may read, with those that could begin',
      answer: z.object({ patient_id: PatientId, results: z.array(Conversation) }),
    },
  ),
  messages: call('GET /api/v1/conversations/{id}/messages/', roles({ ...admin, ...parties }), {
    summary: 'The messages of a conversation, newest first',
    query: cursorPaging(30),
    answer: z.object({
      conversation: Conversation,
      messages: z.array(ConversationMessage),
      newer: Id.nullable(),
      older: Id.nullable(),
    }),
  }),
  send: call('POST /api/v1/conversations/messages/', parties, {
    summary: 'Send a message between a patient and a center; the first one begins the conversation',
    body: NewMessage,
    answer: z.object({ conversation: Conversation, message: ConversationMessage }),
    status: 201,
  }),
  markRead: call('POST /api/v1/conversations/{id}/read/', parties, {
    summary: 'Mark the messages of the other side as read, up to one of them',
    body: z.object({ up_to: Id }),
    answer: z.object({ unread: z.number().int() }),
  }),
}
