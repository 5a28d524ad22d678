/** New accounts: sign-up, accounts added by others, and import. Also the agreement, which all roles but admins accept once. */
import { z } from 'zod'
import { admin, adminAndDistributor, adminAndHarvestCenter, adminAndManager, everyRole, roles } from '../base/access.ts'
import { call } from '../base/call.ts'
import { requiredName } from '../base/names.ts'
import {
  Address,
  CenterName,
  Email,
  Id,
  IdList,
  INVALID_CHARACTERS,
  isStorableText,
  Message,
  Password,
  pageOf,
  paging,
  requiredLine,
  singleLine,
  sortBy,
  TemplateChoice,
  Timestamp,
  wholeNumber,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { TagIds } from './accounts.ts'
import { Import, ImportResult } from './import-columns.ts'
import { Login } from './sessions.ts'

const NewAccount = Address.partial().extend({
  first_name: requiredName(80),
  last_name: requiredName(80),
  email: Email,
  phone_number: singleLine(40).default(''),
})

/** Set when users sign up themselves. Users that an admin adds get a link by mail to set a password. */
const ChosenPassword = { password: Password.optional() }

/** A document of the domain that was signed before the sign-up. */
export const SignedDocument = z.object({ doc_id: singleLine(100), title: singleLine(200) })
/** `document_id` names one more of them. */
const Signed = { documents: z.array(SignedDocument).max(20).default([]), document_id: singleLine(100).default('') }

export const NewPatient = NewAccount.extend({
  subscription: z.literal(2),
  harvest_center_id: Id.nullable().default(null),
  tags: TagIds.default([]),
  /** The patient's documents are created at once, and mailed for signature. */
  required_signature: z.boolean().default(false),
})

const NewLab = NewAccount.extend({ subscription: z.literal(1), company: requiredName(120) })
export const NewSalesRep = NewAccount.extend({ subscription: z.literal(3), ...ChosenPassword })
const NewSalesManager = NewAccount.extend({ subscription: z.literal(6), ...ChosenPassword })
const NewSalesDistributor = NewAccount.extend({ subscription: z.literal(8), ...ChosenPassword })
/** The secret of an invitation link. The id of a center in the same link could be guessed, so the id alone proves nothing. */
const InvitationKey = singleLine(100)

export const NewStaff = NewAccount.extend({
  subscription: z.literal(9),
  ...ChosenPassword,
  /** The centers that the staff user works for. An invitation link names exactly one. */
  staff_hc_ids: IdList.min(1, 'Choose a harvest center.'),
  /** From the invitation link: proves that the center issued it. */
  key: InvitationKey.default(''),
})

const NewCenter = NewAccount.extend({
  ...ChosenPassword,
  ...Signed,
  company: requiredName(120),
  phone_number: requiredLine(40),
  address1: requiredLine(100),
  city: requiredLine(80),
  /** Not blank where addresses of the country have a state. */
  state_desc: singleLine(80),
  country_desc: requiredLine(80),
  saless_rep_id: Id,
  /** The attestation that its patients sign. Without one, the newest of the domain. */
  template_id: TemplateChoice.default(null),
})

export const NewHarvestCenter = NewCenter.extend({ lab_id: Id.nullable().default(null) })
export type NewHarvestCenter = z.infer<typeof NewHarvestCenter>

export const NewReferralCenter = NewCenter.extend({
  subscription: z.literal(5),
  zip_code: requiredLine(20),
  /** The harvest center to refer to. Without a valid key, the association must be confirmed first. */
  hc_id: Id.nullable().default(null),
  /** From the invitation link of the harvest center: proves that the center issued it. */
  key: InvitationKey.default(''),
})
export type NewReferralCenter = z.infer<typeof NewReferralCenter>

/** A harvest center, added by the general call `addUser`. */
const NewCenterByKind = NewHarvestCenter.extend({ subscription: z.literal(4) })
/** An admin, added by another admin. Sign-up with the domain password uses `addAdmin`. */
const NewAdminByAdmin = NewAccount.extend({ subscription: z.literal(7) })
const NewObserver = NewAccount.extend({ subscription: z.literal(11), lab_id: Id.nullable().default(null) })

/** The same message for unknown account types and those that the caller may not add, so that neither is revealed. */
export const ACCOUNT_TYPE_UNAVAILABLE = 'This account type is not available.'

/** An account of any type. Guests may add types with a sign-up form; the other types require an admin. */
export const NewUser = z.discriminatedUnion(
  'subscription',
  [
    ...([NewPatient, NewLab, NewSalesRep, NewSalesManager, NewSalesDistributor] as const),
    ...([NewStaff, NewCenterByKind, NewReferralCenter, NewAdminByAdmin, NewObserver] as const),
  ],
  { error: ({ code }) => (code === 'invalid_union' ? ACCOUNT_TYPE_UNAVAILABLE : undefined) },
)
export type NewUser = z.infer<typeof NewUser>

/** Added by the manager or distributor. The account has no password; a mailed link sets one. */
export const NewTeamMember = NewAccount.extend({
  generate_password: z.literal(true).default(true),
  send_new_sales_team: z.literal(true).default(true),
})
export const NewTeamRep = NewTeamMember.extend({ sales_manager_id: Id.nullable().default(null) })
export type NewTeamRep = z.infer<typeof NewTeamRep>
export const NewTeamManager = NewTeamMember.extend({ sales_distributor_id: Id.nullable().default(null) })
export type NewTeamManager = z.infer<typeof NewTeamManager>

export const DomainPassword = z.string().min(1, 'Enter the password.').max(200).refine(isStorableText, INVALID_CHARACTERS)
export const NewAdmin = NewAccount.extend({ password: Password, domain_password: DomainPassword })
export type NewAdmin = z.infer<typeof NewAdmin>

export const ADMIN_CREATED = 'Admin user created Succesfully!'
export const ADMIN_FAILED = 'Something went wrong, Please try again!'

const Agreement = z.object({ accepted: z.boolean(), accepted_at: Timestamp.nullable() })
const Created = Message.extend({ id: Id, email: z.string(), subscription: z.number().int() })
/** Of a visitor: there is no account, and so no id, before the email is verified. */
const CreatedOrPending = Created.extend({ id: Id.nullable() })

export const VerificationToken = z.string().regex(/^[\w-]{20,200}$/, 'This link is not valid.')

/** `pending`: the email is not verified yet. */
const SignUpStatus = z.enum(['pending', 'active', 'inactive'])
export const SignUp = z.object({
  id: Id,
  subscription: z.number().int(),
  /** The company of a center, or the name of a person. */
  name: z.string(),
  /** Only for admins and the center of the link. */
  email: z.string().optional(),
  signed_up_at: Timestamp,
  status: SignUpStatus,
  can: z.object({ refuse: z.boolean() }),
})
export type SignUp = z.infer<typeof SignUp>
const SignUpFilter = paging(5).extend({
  status: SignUpStatus.optional(),
  subscription: wholeNumber(1, 99).optional(),
  sort: sortBy('name', 'signed_up'),
})
export type SignUpFilter = z.infer<typeof SignUpFilter>

/** A visitor who signs up, and whose address is verified first, is not asked for a proof. */
export const onboarding = {
  addUser: call('POST /api/v1/users/', 'public', {
    machine: true,
    proof: proof.newAccount,
    summary: 'Sign up, or add an account for someone as an admin',
    body: NewUser,
    answer: CreatedOrPending,
    status: 201,
    rateLimit: 'signup',
    rateLimitsGuestsOnly: true,
  }),
  addHarvestCenter: call('POST /api/v1/harvest-centers/', 'public', {
    machine: true,
    proof: proof.newAccount,
    summary: 'Sign up a harvest center with the link of a sales rep, or add one as an admin',
    body: NewHarvestCenter,
    answer: CreatedOrPending,
    status: 201,
    rateLimit: 'signup',
    rateLimitsGuestsOnly: true,
  }),
  staffLink: call('GET /api/v1/hc-staff/{id}/sign-up-link/', adminAndHarvestCenter, {
    proof: proof.admins,
    summary: 'A new invitation link for one staff user of a harvest center, valid for 30 days',
    answer: z.object({ link: z.string() }),
    writes: true,
  }),
  staffInvitation: call('POST /api/v1/hc-staff/{id}/invitation/', 'public', {
    proof: proof.open,
    summary: 'The harvest center of an unused invitation link; not found unless the link is valid and the center active',
    body: z.object({ key: InvitationKey }),
    answer: CenterName,
    writes: false,
    rateLimit: 'lookup',
  }),
  referralLink: call('GET /api/v1/harvest-centers/{id}/referral-link/', adminAndHarvestCenter, {
    proof: proof.admins,
    summary: 'A new invitation link for referral centers of a harvest center, valid for 30 days',
    /** Null while the harvest center has no active sales rep. */
    answer: z.object({ link: z.string().nullable() }),
  }),
  referralInvitation: call('POST /api/v1/harvest-centers/{id}/referral-invitation/', 'public', {
    proof: proof.open,
    summary:
      'The harvest center of an invitation link for referral centers; not found unless the link is valid and the center active',
    body: z.object({ key: InvitationKey }),
    answer: CenterName,
    writes: false,
    rateLimit: 'lookup',
  }),
  addRep: call('POST /api/v1/sales-rep/', adminAndManager, {
    proof: proof.admins,
    summary: 'Add a sales rep to your team and mail a link that sets a password',
    body: NewTeamRep,
    answer: Created,
    status: 201,
    rateLimit: 'invite',
  }),
  addManager: call('POST /api/v1/sales-managers/', adminAndDistributor, {
    proof: proof.admins,
    summary: 'Add a sales manager to your team and mail a link that sets a password',
    body: NewTeamManager,
    answer: Created,
    status: 201,
    rateLimit: 'invite',
  }),
  importCsv: call('POST /api/v1/users/import-csv/', admin, {
    machine: true,
    proof: proof.importedAccounts,
    summary: 'Import patients or harvest centers from a CSV file: all lines, or none',
    body: Import,
    answer: ImportResult,
    usesProviders: true,
  }),
  checkDomainPassword: call('POST /domain/config/{id}/validate-admin-pass/', 'public', {
    proof: proof.open,
    summary: 'Check the domain password, which allows sign-up as an admin; a wrong one is refused with access_not_allowed',
    body: z.object({ password: DomainPassword }),
    answer: z.object({ success: z.literal(true) }),
    rateLimit: 'domain_password',
  }),
  addAdmin: call('POST /domain/white-label/admin/', 'public', {
    proof: proof.open,
    summary: 'Sign up as an admin with the domain password',
    body: NewAdmin,
    answer: CreatedOrPending,
    status: 201,
    rateLimit: 'domain_password',
  }),
  verifyEmail: call('POST /auth/verify-email/', 'public', {
    proof: proof.open,
    summary:
      'Verify an email address with the one-use link that was mailed to it, and the password of the account or sign-up. It activates a sign-up',
    body: z.object({ token: VerificationToken, password: Login.shape.password }),
    answer: Message,
    rateLimit: 'login',
  }),
  resendVerification: call('POST /auth/verify-email/send/', 'public', {
    proof: proof.open,
    summary: 'Mail the link of a sign-up again; refused without the right password',
    body: z.object({ email: Login.shape.email, password: Login.shape.password }),
    answer: Message,
    rateLimit: 'reset',
  }),
  signUps: call('GET /api/v1/sign-ups/', roles({ ...admin, sales_rep: 'own', harvest_center: 'own' }), {
    summary: 'Sign-ups, newest first: those with your own link, or all of them for an admin',
    query: SignUpFilter,
    answer: pageOf(SignUp),
  }),
  refuseSignUp: call('POST /api/v1/sign-ups/{id}/refuse/', adminAndHarvestCenter, {
    proof: proof.never('A sign-up that waits has no access yet, and may be sent again.'),
    summary: 'Refuse a sign-up whose email is not verified yet',
    answer: Message,
  }),
  registrationTemplates: call('GET /domain/file-signs/by-domain/{id}/registration/{type}/', 'public', {
    summary: 'The documents that a center signs before sign-up: type 4 for a harvest center, 5 for a referral harvest center',
    params: z.object({ id: Id, type: wholeNumber(4, 5) }),
    answer: z.object({ data: z.array(z.object({ template_id: z.string(), title: z.string() })) }),
  }),
  checkAgreement: call('GET /api/v1/utilities/check-agreement/{id}/', everyRole('own'), {
    summary: 'Whether you accepted the Private Membership Agreement',
    answer: Agreement,
  }),
  acceptAgreement: call('POST /api/v1/utilities/accept-agreement/{id}/', everyRole('own'), {
    proof: proof.own,
    summary: 'Accept the Private Membership Agreement',
    body: z.object({ accepted: z.literal(true, 'Please tick the box to accept.') }),
    answer: Agreement,
  }),
}
