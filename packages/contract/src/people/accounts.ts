/** Accounts. Every person, center and lab is a user; the first membership decides the role. */
import { z } from 'zod'
import { admin, adminAndHarvestStaff, everyRole, roles, self, visible } from '../base/access.ts'
import { call } from '../base/call.ts'
import { companiesOf, joinedColumn, listFile, moment, personColumns } from '../base/list-file.ts'
import { optionalName, requiredName } from '../base/names.ts'
import {
  Address,
  Chunks,
  DateInput,
  Email,
  Id,
  IdList,
  INVALID_CHARACTERS,
  idsInUrl,
  isStorableText,
  Message,
  OnlyTrue,
  Password,
  pageOf,
  paging,
  requiredLine,
  Search,
  SmallId,
  type Sort,
  singleLine,
  sortBy,
  TemplateChoice,
  Timestamp,
  UserId,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { membershipIds, membershipNames } from '../base/roles.ts'
import { Invited } from './invitations.ts'
import { LabRecord, LabRecordEdit, Stage, VialCounts, VialStateCounts } from './patients.ts'

const CenterDesc = z.object({ id: Id, company: z.string(), template_id: z.string().nullable(), email: z.string() })
export const Membership = z.object({ id: z.number().int(), name: z.string() })
export const Tag = z.object({ id: z.number().int(), label: z.string() })

const { harvest_center, referral_harvest_center, hc_staff } = membershipIds
/** Memberships whose users are named by a company, which is then required. */
export const membershipsNamedByCompany: readonly number[] = [harvest_center, referral_harvest_center, hc_staff]

/** The tags of a user, without duplicates. */
export const TagIds = z
  .array(SmallId)
  .max(50)
  .refine((tags) => new Set(tags).size === tags.length, 'Choose each tag once.')

/** A row of the admin's users table. */
export const UserRow = z.object({
  id: UserId,
  username: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
  company: z.string(),
  phone_number: z.string(),
  subscription: z.number().int(),
  membership: z.array(Membership),
  tags: z.array(z.number().int()),
  date_joined: Timestamp,
  last_login: Timestamp.nullable(),
  invited: Invited.nullable(),
  hc_desc: z.array(CenterDesc),
  rhc_desc: z.array(CenterDesc),
})
export type UserRow = z.infer<typeof UserRow>

/** One user. Fields that the caller may not see are absent. */
export const User = UserRow.extend(Address.shape)
  .extend({
    /** The id of the domain. */
    domain: Id,
    /** The same as `subscription`. */
    subscription_id: z.number().int(),
    active: z.boolean(),
    hc_logo: z.string().nullable(),
    template_id: z.string().nullable(),
    document_id: z.string().nullable(),
    signup_date: Timestamp,
    /** Increases with every edit. An edit with an old version is refused with `conflict`. */
    version: z.number().int(),
    saless_rep_id: Id.nullable(),
    sales_manager_id: Id.nullable(),
    sales_distributor_id: Id.nullable(),
    lab_id: Id.nullable(),
    staff_hc_ids: z.array(Id),
    referral_hc_desc: z.array(CenterDesc),
    stage: Stage,
    ...LabRecord.shape,
    ...VialCounts.shape,
    ...VialStateCounts.shape,
  })
  .partial()
  .required({ id: true, subscription: true, membership: true, tags: true })
  .extend({ can: z.object({ edit: z.boolean(), edit_lab_record: z.boolean(), edit_vials: z.boolean() }) })
export type User = z.infer<typeof User>

const userSortKeys = ['name', 'email', 'company', 'joined', 'last_login'] as const
export type UserSortKey = (typeof userSortKeys)[number]
export type UserSort = Sort<UserSortKey>
export const UserFilter = paging(20).extend({
  search: Search,
  membership: SmallId.optional(),
  tag: SmallId.optional(),
  /** First and last day on which the users joined, inclusive, in the domain's time zone. */
  joined_after: DateInput.optional(),
  joined_before: DateInput.optional(),
  never_signed_in: OnlyTrue,
  sort: sortBy(...userSortKeys),
})
export type UserFilter = z.infer<typeof UserFilter>

/** With `ids`, the file has exactly these users, and the other filters are ignored. */
const ExportFilter = UserFilter.omit({ limit: true, offset: true, sort: true }).extend({ ids: idsInUrl(IdList).optional() })

/** All fields that a form may send. Which role may change which field is in accounts.policy. */
export const UserEdit = Address.extend({
  first_name: requiredName(80),
  last_name: requiredName(80),
  email: Email,
  phone_number: singleLine(40),
  company: optionalName(120),
  tags: TagIds,
  saless_rep_id: Id.nullable(),
  sales_manager_id: Id.nullable(),
  sales_distributor_id: Id.nullable(),
  lab_id: Id.nullable(),
  harvest_center_id: Id.nullable(),
  referral_harvest_center_id: Id.nullable(),
  /** The harvest center that a patient was referred to: `referral_hc_desc`. */
  referred_center_id: Id.nullable(),
  template_id: TemplateChoice,
  /** The version that the form loaded. Without it the last edit wins. */
  version: z.number().int().positive(),
  /** Required only to change one's own email. */
  password_current: z.string().max(200).refine(isStorableText, INVALID_CHARACTERS),
})
  .extend(LabRecordEdit.shape)
  .partial()
export type UserEdit = z.infer<typeof UserEdit>

export const InactiveFilter = paging(10).extend({ search: Search, sort: sortBy(...userSortKeys) })
export type InactiveFilter = z.infer<typeof InactiveFilter>

export const NewPassword = z.object({ user_id: Id, new_password_change: Password })

/** Size limit of an uploaded logo. The stored image is smaller. */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024

/** The center of the logo. Optional when the caller is the center. */
const LogoOf = z.object({ user_id: Id.optional() })

export const RECORD_UPDATED = 'Record has been updated!'

/** A change of one's own email requires the password, so these calls share the login's rate limit. */
const guessesPassword = { rateLimit: 'login', rateLimitField: 'password_current' } as const

export const accounts = {
  list: call('GET /api/v1/users/all/', admin, {
    machine: true,
    summary: 'All active users of the domain, newest first',
    query: UserFilter,
    answer: pageOf(UserRow),
    views: ['users'],
  }),
  get: call('GET /api/v1/users/{id}/', visible, {
    machine: true,
    summary: 'One user, with the fields that the caller may see',
    answer: User,
  }),
  edit: call('PATCH /api/v1/users/{id}/', roles({ ...self, lab: 'visible' }), {
    machine: true,
    proof: proof.userFields,
    summary: 'Change fields of a user; of patients also those of the lab record',
    body: UserEdit,
    answer: Message.extend(User.shape),
    ...guessesPassword,
  }),
  inactive: call('GET /api/v1/users/all/inactive/', admin, {
    machine: true,
    summary: 'Inactive users of the domain, newest first; search matches id, name, email and company',
    query: InactiveFilter,
    answer: pageOf(UserRow),
    views: ['inactive-users'],
    exports: listFile(UserRow, 'inactive-users', [
      ...personColumns,
      ['Phone', ({ phone_number }) => phone_number],
      ['Company', ({ company }) => company],
      ['Subscription', ({ subscription, membership }) => membershipNames[subscription] ?? membership[0]?.name],
      joinedColumn,
      ['Last log-in', ({ last_login }) => moment(last_login)],
      ['Harvest center', ({ hc_desc }) => companiesOf(hc_desc)],
      ['Referral harvest center', ({ rhc_desc }) => companiesOf(rhc_desc)],
    ]),
  }),
  exportCsv: call('GET /api/v1/users/export-csv/', admin, {
    machine: true,
    proof: proof.chosenExport,
    summary: 'All users that match the filter, or the chosen users, as CSV',
    query: ExportFilter,
    answer: Chunks,
    streams: 'text/csv; charset=utf-8',
    isReport: true,
  }),
  identify: call('GET /api/v1/users/identifier/{id}/', visible, {
    machine: true,
    summary: 'One user, with the fields that the caller may see',
    answer: User,
  }),
  openable: call('GET /api/v1/users/openable/', visible, {
    summary: 'The ids of these users that the caller may open',
    query: z.object({ ids: idsInUrl(IdList) }),
    answer: z.array(Id),
  }),
  replace: call('PUT /api/v1/users/{id}/', self, {
    proof: proof.userFields,
    summary: 'Change fields of a user; omitted fields stay unchanged',
    body: UserEdit,
    answer: Message.extend(User.shape),
    ...guessesPassword,
  }),
  update: call('POST /api/v1/users/update/{id}/', self, {
    proof: proof.userFields,
    summary: 'Change fields of a user; omitted fields stay unchanged',
    body: UserEdit,
    answer: z.object({ message: z.string(), user: User }),
    ...guessesPassword,
  }),
  deactivate: call('GET /api/v1/users/set/inactive/{id}/', admin, {
    proof: proof.admins,
    summary: 'Deactivate a user: sessions end, login is refused, and only Inactive Users lists the user',
    answer: Message.extend(User.shape),
    writes: true,
  }),
  activate: call('GET /api/v1/users/set/active/{id}/', admin, {
    proof: proof.admins,
    summary: 'Activate an inactive user',
    answer: Message.extend(User.shape),
    writes: true,
  }),
  remove: call('DELETE /api/v1/users/delete-inactive/{id}/', admin, {
    proof: proof.admins,
    summary: 'Remove an inactive user; data that must be kept by law stays',
    answer: Message,
  }),
  setPassword: call('POST /api/v1/users/change-password/', admin, {
    proof: proof.admins,
    summary: 'Set the password of a user; all sessions of that user end',
    body: NewPassword,
    answer: Message,
  }),
  sendPasswordLink: call('POST /api/v1/utilities/reset-user-password/', admin, {
    proof: proof.admins,
    summary: 'Mail a user a link that sets a new password',
    body: z.object({ user_id: Id, user_name: singleLine(200).optional() }),
    answer: Message,
  }),
  uploadLogo: call('POST /api/v1/utilities/upload-hc-logo/', adminAndHarvestStaff, {
    proof: proof.brand,
    summary: 'Set the logo of a harvest center: a PNG, JPEG or WebP image, scaled to fit 512 by 512 pixels',
    body: LogoOf.extend({ file: z.file('Choose an image.') }),
    answer: Message.extend({ filename: z.string() }),
    upload: { maxBytes: MAX_LOGO_BYTES },
    rateLimit: 'upload',
  }),
  removeLogo: call('POST /api/v1/utilities/remove-hc-logo/', adminAndHarvestStaff, {
    proof: proof.brand,
    summary: 'Remove the logo of a harvest center',
    body: LogoOf,
    answer: Message,
  }),
  emailExists: call('POST /api/v1/users/email-exists/', 'public', {
    machine: true,
    proof: proof.open,
    summary: 'Whether an email is taken',
    body: z.object({ email: Email }),
    answer: z.object({ exists: z.boolean() }),
    rateLimit: 'lookup',
  }),
  memberships: call('GET /api/v1/memberships/', 'public', {
    machine: true,
    summary: 'The memberships of the domain',
    answer: z.array(Membership),
  }),
  addMembership: call('POST /api/v1/memberships/', admin, {
    proof: proof.never('A new membership has no rights.'),
    summary: 'Add a membership to the domain; it has no rights',
    body: z.object({ name: requiredLine(80) }),
    answer: Membership,
    status: 201,
  }),
  tags: call('GET /api/v1/user-tags/', everyRole('domain'), {
    machine: true,
    summary: 'The tags of the domain',
    answer: z.array(Tag),
  }),
}
