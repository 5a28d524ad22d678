/** The values of the settings form, and what is sent of them. */

import { brandFaults } from '@vialdesk/contract/base/colors'
import { Password } from '@vialdesk/contract/base/primitives'
import { DomainEdit, type DomainSettings } from '@vialdesk/contract/business/branding'
import { z } from 'zod'
import { changedFields } from '#web/lib/forms/changed-fields.ts'

/** An image: `keep` the stored one, `choose` another (no file yet), `remove` it, or the chosen file. */
export type ImageValue = 'keep' | 'choose' | 'remove' | File
const ImageValue = z.custom<ImageValue>().refine((value) => value !== 'choose', 'Choose an image.')

const imageFields = ['logo', 'favicon', 'login_image'] as const
export type ImageName = (typeof imageFields)[number]

const { shape } = DomainEdit.omit({ loaded_at: true, remove_login_image: true }).required()

/** The schema of the server, with switches for what is changed on request only: the password and the images. */
const Values = z.object({
  ...shape,
  update_password: z.boolean(),
  admin_form_password: z.string(),
  logo: ImageValue,
  favicon: ImageValue,
  login_image: ImageValue,
})
type Values = z.output<typeof Values>

/** As on the server, stored colours are not judged again. */
export const settingsFormOf = ({ brand }: DomainSettings) =>
  Values.superRefine(({ update_password, admin_form_password, ...values }, context) => {
    const refuse = (path: keyof Values, message: string) => context.addIssue({ code: 'custom', path: [path], message })
    for (const { field, message } of brandFaults(values)) if (values[field] !== (brand[field] ?? '')) refuse(field, message)
    if (!update_password) return
    for (const { message } of Password.safeParse(admin_form_password).error?.issues ?? []) refuse('admin_form_password', message)
  })

/** The texts, colours and rules, without the images and the password. */
const plainValuesOf = ({ domain, brand, contact, session, ...settings }: DomainSettings) => ({
  name: domain.name,
  description: settings.description,
  email_sender: settings.email_sender,
  email_notifications: settings.email_notifications,
  primary_color: brand.primary_color,
  radius: brand.radius,
  login_color: brand.login_color ?? '',
  time_zone: brand.time_zone,
  country: brand.country,
  ...contact,
  idle_minutes: session.idle_minutes,
  session_hours: session.session_hours,
  two_step_memberships: settings.two_step_memberships,
  ...settings.release_rules,
  label_documents_rule: settings.label_documents_rule,
})

export const initialValuesOf = (settings: DomainSettings) => ({
  ...plainValuesOf(settings),
  update_password: false,
  admin_form_password: '',
  logo: 'keep' as ImageValue,
  favicon: 'keep' as ImageValue,
  login_image: 'keep' as ImageValue,
})
export type SettingsValues = ReturnType<typeof initialValuesOf>

/** Only what was changed is sent: the other settings stay, also if another admin changed them. */
export function editOf(settings: DomainSettings, { update_password, admin_form_password, ...values }: Values): DomainEdit {
  const { logo, favicon, login_image, ...plain } = values
  const images = Object.entries({ logo, favicon, login_image }).filter(([, value]) => value instanceof File)
  return {
    ...changedFields(plainValuesOf(settings), plain),
    ...(update_password && { admin_form_password }),
    ...(Object.fromEntries(images) as Pick<DomainEdit, ImageName>),
    ...(login_image === 'remove' && { remove_login_image: 'yes' as const }),
    loaded_at: settings.updated_at,
  }
}
