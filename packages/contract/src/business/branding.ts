/** The brand of a domain: name, images and colors of its pages, mails and documents. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import {
  Email,
  Id,
  Message,
  multiLine,
  Password,
  pageOf,
  paging,
  requiredLine,
  singleLine,
  Timestamp,
  wholeNumber,
} from '../base/primitives.ts'
import * as proof from '../base/proof.ts'
import { LabelDocumentsRule, ReleaseRuleSettings } from '../care/release-rules.ts'

export const cornerRadii = ['xs', 'sm', 'md', 'lg', 'xl'] as const
export const CornerRadius = z.enum(cornerRadii)
export type CornerRadius = z.infer<typeof CornerRadius>

/** Size limit of an uploaded brand image. */
export const MAX_BRAND_IMAGE_BYTES = 5 * 1024 * 1024
export const DOMAIN_UPDATED = 'Domain information has been updated.'

export const DomainConfig = z.object({
  domain: z.object({ id: Id, identifier: z.string(), name: z.string() }),
  /** URL of a public image, like `favicon`. */
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  email_sender: z.string(),
  description: z.string(),
  email_notifications: z.string(),
  updated_at: Timestamp,
  brand: z.object({
    primary_color: z.string(),
    radius: z.enum(['xs', 'sm', 'md', 'lg', 'xl']),
    login_color: z.string().nullable(),
    /** URL of a public image, shown beside the login form. */
    login_image: z.string().nullable(),
    time_zone: z.string(),
    /** Two letters, ISO 3166-1. Forms with an address begin with it. */
    country: z.string(),
  }),
  /** For the footer, and for receipts. Blank when not given. */
  contact: z.object({ phone: z.string(), address: z.string(), privacy_url: z.string(), terms_url: z.string() }),
  session: z.object({ idle_minutes: z.number().int() }),
  demo: z.boolean(),
  /** The demo's accounts have the password of the documentation, and not one that the operator has set. */
  demo_log_in_known: z.boolean(),
})
export type DomainConfig = z.infer<typeof DomainConfig>

/** What admins see of their domain: the brand, and the rules of sessions. */
export const DomainSettings = DomainConfig.extend({
  session: z.object({ idle_minutes: z.number().int(), session_hours: z.number().int() }),
  /** First memberships that must use two-step sign-in. */
  two_step_memberships: z.array(z.number().int()),
  has_admin_form_password: z.boolean(),
  release_rules: ReleaseRuleSettings,
  label_documents_rule: LabelDocumentsRule,
})
export type DomainSettings = z.infer<typeof DomainSettings>

const HexColor = z
  .string()
  .toLowerCase()
  .regex(/^#[0-9a-f]{6}$/, 'Enter a colour such as #0b6e6e.')
const blank = z.literal('')
const HttpsLink = z.union([
  blank,
  singleLine(300).pipe(z.url({ protocol: /^https$/, error: 'Enter a link that begins with https://.' })),
])
/** Addresses with commas. May be blank. */
const EmailList = singleLine(500).refine(
  (list) =>
    list
      .split(',')
      .filter((part) => part.trim() !== '')
      .every((part) => Email.safeParse(part).success),
  'Enter email addresses with commas between them.',
)
const BrandImage = z.file('Choose an image.').max(MAX_BRAND_IMAGE_BYTES)
/** Forms send lists as text with commas. */
const MembershipList = z.preprocess(
  (given) => (typeof given === 'string' ? given.split(',').filter(Boolean) : given),
  z.array(wholeNumber(1, 9)).max(9),
)

/** The brand of a domain without its images. A colour without enough contrast is refused, with the nearest one that has it. */
export const BrandValues = z.object({
  name: requiredLine(120),
  primary_color: HexColor,
  radius: CornerRadius,
  login_color: z.union([blank, HexColor]),
  phone: singleLine(40),
  address: multiLine(300),
  privacy_url: HttpsLink,
  terms_url: HttpsLink,
})

/** The form of White Label Settings. Omitted fields stay; a blank `remove_…` field is ignored, `yes` removes the image. */
export const DomainEdit = BrandValues.extend({
  email_sender: Email,
  email_notifications: EmailList,
  description: multiLine(500),
  time_zone: singleLine(60),
  country: z.string().regex(/^[A-Z]{2}$/, 'Choose a country.'),
  idle_minutes: wholeNumber(1, 1440),
  session_hours: wholeNumber(1, 720),
  two_step_memberships: MembershipList,
  ...ReleaseRuleSettings.shape,
  label_documents_rule: LabelDocumentsRule,
  admin_form_password: Password,
  logo: BrandImage,
  favicon: BrandImage,
  login_image: BrandImage,
  remove_login_image: z.enum(['', 'yes']),
  /** The settings that the form loaded, by `updated_at`. A later change is refused with `conflict`. */
  loaded_at: Timestamp,
}).partial()
export type DomainEdit = z.infer<typeof DomainEdit>

/** An earlier state of the settings: who replaced it, when, and what changed. */
export const ConfigVersion = z.object({
  id: Id,
  changed_at: Timestamp,
  changed_by: z.string(),
  changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})
export type ConfigVersion = z.infer<typeof ConfigVersion>

export const branding = {
  buildVersion: call('GET /auth/build-version/', 'public', {
    summary: 'The version of the running build',
    answer: z.object({ version: z.string() }),
    fromMemory: true,
  }),
  config: call('GET /domain/config/{identifier}/', 'public', {
    summary: 'The brand and configuration of a domain',
    params: z.object({ identifier: singleLine(63) }),
    answer: DomainConfig,
    fromMemory: true,
  }),
  settings: call('GET /domain/settings/', admin, { summary: 'The settings of the domain', answer: DomainSettings }),
  change: call('PATCH /domain/config/{id}/', admin, {
    proof: proof.changes(...proof.accessSettings, 'admin_form_password'),
    summary: 'Change the brand and the settings of the domain; open pages reload',
    body: DomainEdit,
    answer: DomainSettings.extend({ message: z.string() }),
    upload: { maxBytes: MAX_BRAND_IMAGE_BYTES, files: 3 },
    rateLimit: 'upload',
  }),
  preview: call('POST /domain/config/preview/', admin, {
    proof: proof.never('It only reads.'),
    summary: 'A mail in the given brand, as HTML, and what is wrong with its colours',
    body: BrandValues.partial(),
    answer: z.object({
      mail_html: z.string(),
      /** A colour without enough contrast, and the nearest one that has it. */
      refused_colors: z.array(z.object({ field: z.string(), color: z.string(), nearest: z.string(), message: z.string() })),
    }),
  }),
  versions: call('GET /domain/config-versions/', admin, {
    summary: 'Earlier states of the settings, newest first',
    query: paging(10),
    answer: pageOf(ConfigVersion),
  }),
  restore: call('POST /domain/config-versions/{id}/restore/', admin, {
    // A restored state keeps the other settings.
    proof: proof.changes('email_sender', 'email_notifications'),
    summary:
      'Go back to the state before a change. Passwords, log-out times, two-step sign-in and the rules for vials and labels stay',
    body: z.object({
      /** The settings that the admin has seen, by `updated_at`. A later change is refused with `conflict`. */
      loaded_at: Timestamp,
    }),
    answer: DomainSettings.extend(Message.shape),
  }),
}
