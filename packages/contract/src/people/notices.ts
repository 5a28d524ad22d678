/** Notices to a user, live and optionally by email, and the contact form. */
import { z } from 'zod'
import { everyRole } from '../base/access.ts'
import { call } from '../base/call.ts'
import { requiredName } from '../base/names.ts'
import { Chunks, Email, Id, IdList, Message, multiLine, paging, singleLine, Timestamp, UserId } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { type Role, workingRoles } from '../base/roles.ts'
import { REQUIRED } from '../base/validation-messages.ts'

/** The kinds of notices with their labels. A notice never contains health data; it links to the screen that has it. */
export const noticeKinds = {
  account: 'Account and security',
  team: 'Team and centers',
  patient: 'Patients and cell processing',
  conversation: 'Conversations of patients and centers',
  document: 'Documents and signatures',
  purchase: 'Purchases and payments',
} as const
export type NoticeKind = keyof typeof noticeKinds

/** Roles that get notices of a kind. Only these roles see the setting. */
export const rolesByNoticeKind: Record<NoticeKind, readonly Role[]> = {
  account: workingRoles,
  team: [
    'admin',
    'harvest_center',
    'referral_harvest_center',
    'hc_staff',
    'lab',
    'sales_rep',
    'sales_manager',
    'sales_distributor',
  ],
  patient: ['patient', 'harvest_center', 'referral_harvest_center', 'lab'],
  conversation: ['patient', 'harvest_center', 'referral_harvest_center'],
  document: ['admin', 'patient', 'harvest_center', 'referral_harvest_center', 'hc_staff'],
  purchase: ['admin', 'patient', 'harvest_center', 'referral_harvest_center', 'sales_rep', 'sales_manager', 'sales_distributor'],
}
const Kind = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]])

export const Notice = z.object({
  id: Id,
  kind: Kind,
  title: z.string(),
  text: z.string(),
  /** The user whose name is in the title or text. */
  about: UserId.nullable(),
  /** Path of a screen, or null. */
  path: z.string().nullable(),
  created_at: Timestamp,
  read_at: Timestamp.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** Whether notices of each kind are also sent by email. */
export const NoticeChoices = z.record(Kind, z.boolean())
export type NoticeChoices = z.infer<typeof NoticeChoices>

export const ContactQuestion = z.object({
  name: requiredName(120),
  email: Email,
  phone_number: singleLine(40).default(''),
  message: multiLine(4000).pipe(z.string().min(1, REQUIRED)),
})
export type ContactQuestion = z.infer<typeof ContactQuestion>
/** For an admin in the account of another user, for whom nobody else speaks. */
export const ASK_IN_OWN_ACCOUNT = 'Go back to your own account to write to the business.'

export const notices = {
  list: call('GET /api/v1/notices/', everyRole('own'), {
    summary: 'Your notices, newest first, with the number of unread ones',
    query: paging(20),
    answer: z.object({ count: z.number().int(), unread: z.number().int(), results: z.array(Notice) }),
  }),
  stream: call('GET /api/v1/notices/stream/', everyRole('own'), {
    summary: 'Your number of unread notices, now and on every change, as server-sent events',
    answer: Chunks,
    streams: 'text/event-stream',
  }),
  read: call('POST /api/v1/notices/read/', everyRole('own'), {
    proof: proof.own,
    summary: 'Mark notices as read: those of `ids`, or all',
    body: z.object({ ids: IdList.optional() }),
    answer: z.object({ unread: z.number().int() }),
  }),
  choices: call('GET /api/v1/notices/choices/', everyRole('own'), {
    summary: 'Which notices are also sent by email',
    answer: NoticeChoices,
  }),
  choose: call('PATCH /api/v1/notices/choices/', everyRole('own'), {
    proof: proof.own,
    summary: 'Choose the kinds of notices that you also get by email',
    body: z.partialRecord(Kind, z.boolean()),
    answer: NoticeChoices,
  }),
  ask: call('POST /api/v1/contact/', everyRole('own'), {
    proof: proof.never('The mail goes to the business.'),
    summary: 'Send a question to the business',
    body: ContactQuestion,
    answer: Message,
  }),
}
