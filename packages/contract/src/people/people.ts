/** The people of a domain as its admins manage them: invitations, sessions, two-step sign-in, observers, and changes of many users. */
import { z } from 'zod'
import { admin, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companyOf, listFile, moment, personColumns, yesOrNo } from '../base/list-file.ts'
import { requiredName } from '../base/names.ts'
import { Email, Id, IdList, Message, pageOf, paging, Search, SmallId, sortBy, Timestamp, UserId } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { Invited } from './invitations.ts'
import { ActiveSession } from './sessions.ts'

export const NewAdmin = z.object({ first_name: requiredName(80), last_name: requiredName(80), email: Email })
export type NewAdmin = z.infer<typeof NewAdmin>

/** A user of membership 11, who sees the centers of one lab. */
export const Observer = z.object({
  id: Id,
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  active: z.boolean(),
  lab: z.object({ id: Id, company: z.string() }).nullable(),
  last_login: Timestamp.nullable(),
  invited: Invited.nullable(),
})
export type Observer = z.infer<typeof Observer>

export const NewObserver = NewAdmin.extend({ lab_id: Id })
export type NewObserver = z.infer<typeof NewObserver>

export const ObserverMove = z.object({ lab_id: Id })

/** The active users of a membership. */
export const TwoStepStatus = z.object({
  membership: z.object({ id: SmallId, name: z.string() }),
  users: z.number().int(),
  /** Of them, those who use two-step sign-in. */
  with_two_step: z.number().int(),
  /** Whether the domain requires it of the membership. */
  required: z.boolean(),
})
export type TwoStepStatus = z.infer<typeof TwoStepStatus>

/** One call changes at most this many users. */
export const MAX_CHANGED_USERS = 200
const ids = IdList.min(1, 'Select at least one user.').max(MAX_CHANGED_USERS)

/** One change of many users. */
export const BulkChange = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add_tag'), ids, tag: SmallId }),
  z.object({ action: z.literal('remove_tag'), ids, tag: SmallId }),
  z.object({ action: z.literal('set_rep'), ids, saless_rep_id: Id.nullable() }),
  z.object({ action: z.literal('set_center'), ids, harvest_center_id: Id.nullable() }),
  z.object({ action: z.literal('deactivate'), ids }),
  z.object({ action: z.literal('activate'), ids }),
])
export type BulkChange = z.infer<typeof BulkChange>

export const ObserverFilter = paging(10).extend({ search: Search, sort: sortBy('name', 'email', 'last_login') })
export type ObserverFilter = z.infer<typeof ObserverFilter>

export const people = {
  inviteAdmin: call('POST /api/v1/users/invite-admin/', admin, {
    proof: proof.admins,
    summary: 'Invite an admin, who gets a mail with a link to set a password',
    body: NewAdmin,
    answer: Message.extend({ id: Id }),
    status: 201,
    rateLimit: 'invite',
  }),
  // A center invites its own patients, and a harvest center its own staff.
  remind: call(
    'POST /api/v1/users/{id}/remind/',
    roles({ ...admin, harvest_center: 'visible', referral_harvest_center: 'visible' }),
    {
      proof: proof.never('The mail goes to the address of the account, and changing that address asks.'),
      summary: 'Mail the invitation again to a user who has not set a password; the earlier link ends',
      answer: Message,
      rateLimit: 'invite',
    },
  ),
  sessions: call('GET /api/v1/users/{id}/sessions/', admin, {
    summary: 'The active sessions of a user, newest first',
    answer: z.object({ user_id: UserId, sessions: z.array(ActiveSession) }),
  }),
  endSessions: call('POST /api/v1/users/{id}/end-sessions/', admin, {
    proof: proof.admins,
    summary: 'Sign a user out everywhere',
    answer: Message,
  }),
  twoStepStatus: call('GET /api/v1/users/two-step-status/', admin, {
    machine: true,
    summary: 'How many users of each membership use two-step sign-in',
    answer: z.array(TwoStepStatus),
  }),
  changeMany: call('POST /api/v1/users/bulk/', admin, {
    proof: proof.changes('add_tag', 'remove_tag', 'set_rep', 'set_center', 'activate', 'deactivate'),
    summary: 'Change several users at once: all of them or none',
    body: BulkChange,
    /** `changed_ids`: the users that were not yet as asked. Only they are changed back by an undo. */
    answer: Message.extend({ changed: z.number().int(), changed_ids: z.array(Id) }),
    rateLimit: 'invite',
  }),
  observers: call('GET /api/v1/observers/', admin, {
    machine: true,
    summary: 'The observers of labs',
    query: ObserverFilter,
    answer: pageOf(Observer),
    views: ['observers'],
    exports: listFile(Observer, 'observers', [
      ...personColumns,
      ['Lab', ({ lab }) => companyOf(lab)],
      ['Active', ({ active }) => yesOrNo(active)],
      ['Last log-in', ({ last_login }) => moment(last_login)],
    ]),
  }),
  addObserver: call('POST /api/v1/observers/', admin, {
    proof: proof.admins,
    summary: 'Add an observer of a lab, who gets a mail with a link to set a password',
    body: NewObserver,
    answer: Message.extend(Observer.shape),
    status: 201,
    rateLimit: 'invite',
  }),
  moveObserver: call('PATCH /api/v1/observers/{id}/', admin, {
    proof: proof.admins,
    summary: 'Tie an observer to another lab',
    body: ObserverMove,
    answer: Message.extend(Observer.shape),
  }),
}
