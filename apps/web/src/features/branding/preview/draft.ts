import { BrandValues, type DomainSettings } from '@vialdesk/contract/business/branding'
import type { SettingsValues } from '#web/features/branding/form/settings-values.ts'
import type { Input } from '#web/lib/api/api.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'

export type MailBrand = Input<'POST /domain/config/preview/'>['body']

interface Images {
  logo: string | null
  loginImage: string | null
}

/** The configuration that the form would save, for the preview. */
export const draftOf = (settings: DomainSettings, values: SettingsValues, { logo, loginImage }: Images): PortalConfig => ({
  ...settings,
  domain: { ...settings.domain, name: values.name.trim() || settings.domain.name },
  logo,
  description: values.description,
  email_sender: values.email_sender,
  brand: {
    ...settings.brand,
    primary_color: values.primary_color,
    radius: values.radius,
    login_color: values.login_color || null,
    login_image: loginImage,
  },
  contact: {
    phone: values.phone,
    address: values.address,
    privacy_url: values.privacy_url,
    terms_url: values.terms_url,
  },
})

/** The valid part of the brand, for the preview of a mail: an unfinished field keeps its stored value there. */
export function validBrandOf({ domain, brand, contact }: PortalConfig): MailBrand {
  const values = {
    name: domain.name,
    primary_color: brand.primary_color,
    radius: brand.radius,
    login_color: brand.login_color ?? '',
    ...contact,
  }
  const valid = Object.entries(BrandValues.shape).flatMap(([key, schema]) => {
    const parsed = schema.safeParse(values[key as keyof typeof values])
    return parsed.success ? [[key, parsed.data]] : []
  })
  return Object.fromEntries(valid) as MailBrand
}
