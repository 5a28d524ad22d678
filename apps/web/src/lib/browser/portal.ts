import type { DomainConfig } from '@vialdesk/contract/business/branding'

/** The server writes the configuration into the page, so that no other portal's colours appear first. */
export interface PortalConfig extends DomainConfig {
  /** Of the server that wrote the page; absent on the development server. */
  build_version?: string
}

let current: PortalConfig | undefined

/** The configuration of this page. `main.ts` awaits `loadPortal` before it renders. */
export function portal(): PortalConfig {
  if (!current) throw new Error('portal() was called before loadPortal() had finished.')
  return current
}

const configInPage = () => document.getElementById('vialdesk-config')?.textContent?.trim()

/** For the development server, which writes no configuration into the page. */
async function fetchConfig(): Promise<PortalConfig> {
  const identifier = import.meta.env.VITE_DOMAIN ?? 'demo'
  const answer = await fetch(`/domain/config/${encodeURIComponent(identifier)}/`, { headers: { Domain: identifier } })
  if (!answer.ok) throw new Error(`The portal's configuration answered ${answer.status}.`)
  return (await answer.json()) as PortalConfig
}

export async function loadPortal(): Promise<PortalConfig> {
  const text = configInPage()
  current = text ? (JSON.parse(text) as PortalConfig) : await fetchConfig()
  return current
}
