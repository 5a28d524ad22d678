/** New accounts: sign-ups, accounts that others make, lists to import; and the agreement that everyone but an admin accepts once. */
import { z } from 'zod'
import { TagIds } from './accounts.ts'
import { call } from './call.ts'
import { filledName } from './names.ts'
import {
  Address,
  Center,
  Email,
  filled,
  Id,
  Ids,
  keepable,
  line,
  Message,
  Moment,
  Password,
  UNKEEPABLE,
  whole,
} from './primitives.ts'

const NewAccount = Address.partial().extend({
  first_name: filledName(80),
  last_name: filledName(80),
  email: Email,
  phone_number: line(40).default(''),
})

/** Whoever signs up chooses a password; whoever is signed up by an admin sets one by a mailed link. */
const ChosenPassword = { password: Password.optional() }

/** Proof that a document of the domain was signed before signing up. */
export const SignedDocument = z.object({ doc_id: line(100), title: line(200) })
const Signed = { documents: z.array(SignedDocument).max(20).default([]) }

export const NewPatient = NewAccount.extend({
  subscription: z.literal(2),
  harvest_center_id: Id.nullable().default(null),
  tags: TagIds.default([]),
})

const NewLab = NewAccount.extend({ subscription: z.literal(1), company: filledName(120) })
export const NewSalesRep = NewAccount.extend({ subscription: z.literal(3), ...ChosenPassword })
const NewSalesManager = NewAccount.extend({ subscription: z.literal(6), ...ChosenPassword })
const NewSalesDistributor = NewAccount.extend({ subscription: z.literal(8), ...ChosenPassword })
/** A center's id can be guessed; what its link carries beside it cannot. */
const InvitationKey = line(100)

export const NewStaff = NewAccount.extend({
  subscription: z.literal(9),
  ...ChosenPassword,
  /** The centers that the staff user works for. The link by which a visitor signs up names exactly one. */
  staff_hc_ids: Ids.min(1, 'Choose a harvest center.'),
  /** Of the link: shows that the center gave it away. */
  key: InvitationKey.default(''),
})

const NewCenter = NewAccount.extend({
  ...ChosenPassword,
  ...Signed,
  company: filledName(120),
  phone_number: filled(40),
  address1: filled(100),
  city: filled(80),
  state_desc: filled(80),
  country_desc: filled(80),
  saless_rep_id: Id,
})

export const NewHarvestCenter = NewCenter.extend({ lab_id: Id.nullable().default(null) })
export type NewHarvestCenter = z.infer<typeof NewHarvestCenter>

export const NewReferralCenter = NewCenter.extend({
  subscription: z.literal(5),
  zip_code: filled(20),
  /** The harvest center to which it wants to refer. Without its key, a visitor waits for a confirmation. */
  hc_id: Id.nullable().default(null),
  /** From the link of the harvest center: proves that the center gave the link away. */
  key: InvitationKey.default(''),
})
export type NewReferralCenter = z.infer<typeof NewReferralCenter>

/** The same call by the kind that it makes. */
const NewCenterByKind = NewHarvestCenter.extend({ subscription: z.literal(4) })
/** Made by another admin; whoever knows the password of the domain uses `addAdmin`. */
const NewColleague = NewAccount.extend({ subscription: z.literal(7) })
const NewObserver = NewAccount.extend({ subscription: z.literal(11), lab_id: Id.nullable().default(null) })

/** The same sentence for a kind that does not exist and for one that the caller may not make. */
export const NO_SUCH_KIND = 'This kind of sign-up does not exist.'

/** An account of any kind. A visitor may make those that have a sign-up form; the others are an admin's to make. */
export const NewUser = z.discriminatedUnion(
  'subscription',
  [
    ...([NewPatient, NewLab, NewSalesRep, NewSalesManager, NewSalesDistributor] as const),
    ...([NewStaff, NewCenterByKind, NewReferralCenter, NewColleague, NewObserver] as const),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? NO_SUCH_KIND : undefined) },
)
export type NewUser = z.infer<typeof NewUser>

/** Added by whoever they report to: the account has no password, its owner sets one by a mailed link. */
export const NewTeamMember = NewAccount.extend({
  generate_password: z.literal(true).default(true),
  send_new_sales_team: z.literal(true).default(true),
})
export const NewRepOfTeam = NewTeamMember.extend({ sales_manager_id: Id.nullable().default(null) })
export type NewRepOfTeam = z.infer<typeof NewRepOfTeam>
export const NewManagerOfTeam = NewTeamMember.extend({ sales_distributor_id: Id.nullable().default(null) })
export type NewManagerOfTeam = z.infer<typeof NewManagerOfTeam>

export const DomainPassword = z.string().min(1, 'Enter the password.').max(200).refine(keepable, UNKEEPABLE)
export const NewAdmin = NewAccount.extend({ password: Password, domain_password: DomainPassword })
export type NewAdmin = z.infer<typeof NewAdmin>

export const ADMIN_CREATED = 'Admin user created Succesfully!'
export const ADMIN_FAILED = 'Something went wrong, Please try again!'

/** At most this many lines at once, and this many characters. */
export const IMPORT_LINES = 2000
export const IMPORT_CHARACTERS = 900_000

export const Import = z.object({
  kind: z.enum(['patients', 'harvest_centers']),
  /** The file's text, its first line the names of the columns. */
  csv: z.string().min(1, 'Choose a file.').max(IMPORT_CHARACTERS, 'This file is too large.').refine(keepable, UNKEEPABLE),
  /** Says what would happen; nothing is made. */
  dry_run: z.boolean(),
})
export type Import = z.infer<typeof Import>

export const ImportResult = z.object({
  /** Lines with something in them, without the first. */
  lines: z.number().int(),
  /** Accounts made: all of them, or none as soon as one line is wrong. */
  created: z.number().int(),
  /** Wrong lines as the file counts them, from 1; `column` is empty where the whole line is wrong. */
  errors: z.array(z.object({ line: z.number().int(), column: z.string(), message: z.string() })),
})
export type ImportResult = z.infer<typeof ImportResult>

const Agreement = z.object({ accepted: z.boolean(), accepted_at: Moment.nullable() })
const Created = Message.extend({ id: Id, email: z.string(), subscription: z.number().int() })

export const onboarding = {
  addUser: call('POST /api/v1/users/', {
    summary: 'Sign up, or make an account for someone as an admin',
    body: NewUser,
    answer: Created,
    status: 201,
    limit: 'signup',
    limitsVisitors: true,
  }),
  addHarvestCenter: call('POST /api/v1/harvest-centers/', {
    summary: 'Sign up a harvest center with the link of a sales rep, or make one as an admin',
    body: NewHarvestCenter,
    answer: Created,
    status: 201,
    limit: 'signup',
    limitsVisitors: true,
  }),
  staffLink: call('GET /api/v1/hc-staff/{id}/sign-up-link/', {
    summary: 'The address where new staff of a harvest center signs up; a fresh one each time, good for 30 days',
    answer: z.object({ link: z.string() }),
  }),
  staffInvitation: call('GET /api/v1/hc-staff/{id}/invitation/', {
    summary: 'Who invites with this link; not found unless the link is good and the center active',
    query: z.object({ key: InvitationKey }),
    answer: Center,
    limit: 'lookup',
  }),
  referralLink: call('GET /api/v1/harvest-centers/{id}/referral-link/', {
    summary: 'The link with which referral centers sign up for a harvest center: a new one each time, valid for 30 days',
    /** Null while the harvest center has no active sales rep. */
    answer: z.object({ link: z.string().nullable() }),
  }),
  referralInvitation: call('GET /api/v1/harvest-centers/{id}/referral-invitation/', {
    summary: 'The harvest center of a referral link; not found unless the link is valid and the center active',
    query: z.object({ key: InvitationKey }),
    answer: Center,
    limit: 'lookup',
  }),
  addRep: call('POST /api/v1/sales-rep/', {
    summary: 'Add a sales rep to your team and mail a set-your-password link',
    body: NewRepOfTeam,
    answer: Created,
    status: 201,
    limit: 'invite',
  }),
  addManager: call('POST /api/v1/sales-managers/', {
    summary: 'Add a sales manager to your team and mail a set-your-password link',
    body: NewManagerOfTeam,
    answer: Created,
    status: 201,
    limit: 'invite',
  }),
  importCsv: call('POST /api/v1/users/import-csv/', {
    summary: 'Make many patients or harvest centers from a CSV file: all of them, or none',
    body: Import,
    answer: ImportResult,
    waits: true,
  }),
  checkDomainPassword: call('POST /domain/config/{id}/validate-admin-pass/', {
    summary: 'Check the password that lets someone sign up as an admin; a wrong one is refused with access_not_allowed',
    body: z.object({ password: DomainPassword }),
    answer: z.object({ success: z.literal(true) }),
    limit: 'domain_password',
  }),
  addAdmin: call('POST /domain/white-label/admin/', {
    summary: 'Sign up as an admin with the password of the domain',
    body: NewAdmin,
    answer: Created,
    status: 201,
    limit: 'domain_password',
  }),
  registrationTemplates: call('GET /domain/file-signs/by-domain/{id}/registration/{type}/', {
    summary: 'The documents that a center signs to sign up: type 4 a harvest center, 5 a referral harvest center',
    params: z.object({ id: Id, type: whole(4, 5) }),
    answer: z.object({ data: z.array(z.object({ template_id: z.string(), title: z.string() })) }),
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
