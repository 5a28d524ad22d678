import type { ConfigVersion } from '@vialdesk/contract/business/branding'

type Change = ConfigVersion['changes'][number]

const labels: Record<string, string> = {
  name: 'Title',
  description: 'Org Description',
  email_sender: 'Email Sender',
  email_notifications: 'Email Notifications',
  primary_color: 'Primary colour',
  radius: 'Corner radius',
  login_color: 'Login colour',
  login_image: 'Login picture',
  logo: 'Logo',
  favicon: 'Favicon',
  phone: 'Phone',
  address: 'Address',
  privacy_url: 'Privacy page',
  terms_url: 'Terms page',
  time_zone: 'Time zone',
  country: 'Country',
  idle_minutes: 'Log out after minutes without use',
  session_hours: 'Log out at the latest after hours',
  two_step_memberships: 'Require two-step sign-in',
  plating_rule: 'Rule for plating',
  quality_rule: 'Rule for quality checks',
  testing_rule: 'Rule for infectious disease testing',
  quarantine_rule: 'Rule for quarantine',
  min_quality_checks: 'Quality checks at least',
  min_quarantine_days: 'Days in quarantine at least',
  rule_overriders: 'Who may override lab rules',
  label_documents_rule: 'Documents for labels',
  admin_form_password: 'Admin form password',
}

export const fieldLabel = (field: string): string => labels[field] ?? field

/** Whether the value of the field is a colour, which is shown as one. */
export const isColor = ({ field }: Pick<Change, 'field'>): boolean => field === 'primary_color' || field === 'login_color'

/** Whether the value of the field is the URL of an image. */
export const isImage = ({ field }: Pick<Change, 'field'>): boolean =>
  field === 'logo' || field === 'favicon' || field === 'login_image'

/** Such as `Title, Logo and 2 more`. */
export function changesText(changes: Pick<Change, 'field'>[]): string {
  const names = changes.map(({ field }) => fieldLabel(field))
  const [first = 'Nothing', second] = names
  if (names.length > 2) return `${first}, ${second} and ${names.length - 2} more`
  return second ? `${first} and ${second}` : first
}
