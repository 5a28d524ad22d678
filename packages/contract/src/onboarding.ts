/** New accounts, and the agreement that everyone but an admin accepts once. */
import { z } from 'zod'
import { TagIds, User } from './accounts.ts'
import { call } from './call.ts'
import { Address, Email, filled, Id, line, Moment } from './primitives.ts'

const NewAccount = Address.partial().extend({
  first_name: filled(80),
  last_name: filled(80),
  email: Email,
  phone_number: line(40).default(''),
})

/** Add Patient: the account has no password; its owner sets one by the mailed link. */
export const NewUser = NewAccount.extend({
  /** The membership; an admin creates patients here. */
  subscription: z.literal(2),
  harvest_center_id: Id.nullable().default(null),
  tags: TagIds.default([]),
})
export type NewUser = z.infer<typeof NewUser>

export const NewHarvestCenter = NewAccount.extend({
  company: filled(120),
  phone_number: filled(40),
  address1: filled(100),
  city: filled(80),
  state_desc: filled(80),
  country_desc: filled(80),
  saless_rep_id: Id,
  lab_id: Id.nullable().default(null),
})
export type NewHarvestCenter = z.infer<typeof NewHarvestCenter>

const Agreement = z.object({ accepted: z.boolean(), accepted_at: Moment.nullable() })

export const onboarding = {
  addUser: call('POST /api/v1/users/', {
    summary: 'Create a patient and mail a set-your-password link',
    body: NewUser,
    answer: User,
    status: 201,
  }),
  addHarvestCenter: call('POST /api/v1/harvest-centers/', {
    summary: 'Create a harvest center and mail a set-your-password link',
    body: NewHarvestCenter,
    answer: User,
    status: 201,
  }),
  checkAgreement: call('GET /api/v1/utilities/check-agreement/{id}/', {
    summary: 'Whether you accepted the Private Membership Agreement',
    answer: Agreement,
  }),
  acceptAgreement: call('POST /api/v1/utilities/accept-agreement/{id}/', {
    summary: 'Accept the Private Membership Agreement',
    body: z.object({ accepted: z.literal(true, 'Please tick the box to accept.') }),
    answer: Agreement,
  }),
}
