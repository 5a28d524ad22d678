import { ownValue } from '@vialdesk/contract/base/own-value'
import type { BoldsignRegion } from '@vialdesk/contract/documents/signing'
import type { ProviderAccount, ProviderSettings } from '#api/platform/ports/provider.ts'
import { type SigningAccount, SigningRefused } from '#api/platform/ports/signing.ts'

export interface BoldsignAccess {
  /** The API of a region, such as `https://api.boldsign.com`. */
  url: string
  apiKey: string
}

/** The pages of a region that are shown in frames come from `app`. */
const regions: Record<BoldsignRegion, { api: string; app: string }> = {
  us: { api: 'https://api.boldsign.com', app: 'https://app.boldsign.com' },
  eu: { api: 'https://api-eu.boldsign.com', app: 'https://app-eu.boldsign.com' },
  ca: { api: 'https://api-ca.boldsign.com', app: 'https://app-ca.boldsign.com' },
  au: { api: 'https://api-au.boldsign.com', app: 'https://app-au.boldsign.com' },
}

const NO_KEY = 'Enter the API key of BoldSign in the signing settings.'

function hostsOf({ region = 'us' }: ProviderSettings) {
  const hosts = ownValue(regions, region)
  if (!hosts) throw new Error(`BoldSign has no region ${region}`)
  return hosts
}

/** Throws SigningRefused without a key. */
export function accessOf(settings: ProviderSettings, url?: string): BoldsignAccess {
  const { api_key: apiKey } = settings
  if (!apiKey) throw new SigningRefused(NO_KEY)
  return { url: url ?? hostsOf(settings).api, apiKey }
}

/** The link, if the content policy allows its page in a frame. Throws SigningRefused, else the frame would stay empty without a reason. */
export function framedLink({ settings = {} }: SigningAccount, link: string): string {
  const { app } = hostsOf(settings)
  const { origin } = new URL(link)
  if (origin === app) return link
  throw new SigningRefused(
    `BoldSign's page is at ${origin} and the portal shows ${app} only. Choose the region of the account, and no domain of your own at BoldSign.`,
  )
}

export const boldsignAccount: ProviderAccount = {
  label: 'BoldSign',
  required: { api_key: 'Enter the API key of BoldSign.' },
  identity: ['region'],
  key: 'api_key',
  pageSources: (settings) => ({ frames: [hostsOf(settings).app] }),
}
