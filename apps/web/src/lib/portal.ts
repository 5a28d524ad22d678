import type { DomainConfig } from '@vialdesk/contract/branding'

/** Whose portal this is. The server writes it into the page, so that nothing ever shows another portal's colours. */
export interface PortalConfig extends DomainConfig {
  /** Of the server that wrote the page; absent where the development server did. */
  build_version?: string
}

let current: PortalConfig | undefined

/** The portal of this page. Only to be asked once `loadPortal` has answered, as it has before anything is drawn. */
export function portal(): PortalConfig {
  if (!current) throw new Error('The portal was asked for before it was loaded.')
  return current
}

const written = () => document.getElementById('vialdesk-config')?.textContent?.trim()

/** The development server writes nothing into the page: there the server is asked. */
async function fetched(): Promise<PortalConfig> {
  const identifier = import.meta.env.VITE_DOMAIN ?? 'demo'
  const answer = await fetch(`/domain/config/${encodeURIComponent(identifier)}/`, { headers: { Domain: identifier } })
  if (!answer.ok) throw new Error(`The portal's configuration answered ${answer.status}.`)
  return (await answer.json()) as PortalConfig
}

export async function loadPortal(): Promise<PortalConfig> {
  const text = written()
  current = text ? (JSON.parse(text) as PortalConfig) : await fetched()
  return current
}
