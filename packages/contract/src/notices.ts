/** Notices that concern a user, live and by e-mail as chosen, and the contact form. */
import { z } from 'zod'
import { call } from './call.ts'
import { filledName } from './names.ts'
import { Email, Id, Ids, line, Message, Moment, Pieces, paging, prose } from './primitives.ts'
import { type Role, roles } from './roles.ts'
import { REQUIRED } from './sentences.ts'

/** What a user may be told of. The text of a notice never holds health data: it says where to look. */
export const noticeKinds = {
  account: 'Your account and its safety',
  team: 'Your team and your centers',
  patient: 'Patients and their cells',
  purchase: 'Purchases and payments',
} as const
export type NoticeKind = keyof typeof noticeKinds

/** Which roles ever get notices of a kind: only they are offered the choice. */
export const noticeReaders: Record<NoticeKind, readonly Role[]> = {
  account: roles,
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
  purchase: ['admin', 'harvest_center', 'referral_harvest_center'],
}
const Kind = z.enum(Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]])

export const Notice = z.object({
  id: Id,
  kind: Kind,
  title: z.string(),
  text: z.string(),
  /** A screen of this portal, or null. */
  path: z.string().nullable(),
  created_at: Moment,
  read_at: Moment.nullable(),
})
export type Notice = z.infer<typeof Notice>

/** Whether notices of each kind come by e-mail too. */
export const NoticeChoices = z.record(Kind, z.boolean())
export type NoticeChoices = z.infer<typeof NoticeChoices>

export const Question = z.object({
  name: filledName(120),
  email: Email,
  phone_number: line(40).default(''),
  message: prose(4000).pipe(z.string().min(1, REQUIRED)),
})
export type Question = z.infer<typeof Question>

export const notices = {
  list: call('GET /api/v1/notices/', {
    summary: 'Your notices, newest first, and how many you have not read',
    query: paging(20),
    answer: z.object({ count: z.number().int(), unread: z.number().int(), results: z.array(Notice) }),
  }),
  stream: call('GET /api/v1/notices/stream/', {
    summary: 'Your unread count, at once and whenever it changes, as server-sent events',
    answer: Pieces,
    streams: 'text/event-stream',
  }),
  read: call('POST /api/v1/notices/read/', {
    summary: 'Mark notices as read; without ids all of them',
    body: z.object({ ids: Ids.optional() }),
    answer: z.object({ unread: z.number().int() }),
  }),
  choices: call('GET /api/v1/notices/choices/', { summary: 'Which notices are also sent by email', answer: NoticeChoices }),
  choose: call('PATCH /api/v1/notices/choices/', {
    summary: 'Choose which notices come by e-mail too',
    body: z.partialRecord(Kind, z.boolean()),
    answer: NoticeChoices,
  }),
  ask: call('POST /api/v1/contact/', {
    summary: 'Send a question to the business',
    body: Question,
    answer: Message,
  }),
}
