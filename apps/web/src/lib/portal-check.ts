/**
 * At every navigation the stored build version and domain configuration are compared with the server's. A missing or
 * different version is stored and the page reloads; so does a configuration whose identifier or updated_at differs,
 * while a missing one is only stored. What cannot be fetched is ignored.
 */
import type { PortalConfig } from './portal.ts'
import { portal } from './portal.ts'
import { browserStorage, storagePersists } from './storage.ts'

const VERSION = 'build-version'
const CONFIG = 'config-domain'

/** Stores the server's version; says whether the page must reload. */
export function noteVersion(version: string): boolean {
  if (browserStorage.get(VERSION) === version) return false
  browserStorage.set(VERSION, version)
  return true
}

function storedConfig(): Pick<PortalConfig, 'domain' | 'updated_at'> | undefined {
  try {
    return JSON.parse(browserStorage.get(CONFIG) ?? '') as PortalConfig
  } catch {
    return undefined
  }
}

/** Stores the server's configuration; says whether the page must reload. */
export function noteConfig(config: PortalConfig): boolean {
  const stored = storedConfig()
  const same = stored?.domain.identifier === config.domain.identifier && stored.updated_at === config.updated_at
  if (!same) browserStorage.set(CONFIG, JSON.stringify(config))
  return stored !== undefined && !same
}

/** Without lasting storage every page would look new, and reload for ever. */
const reloads = (...reasons: boolean[]) => storagePersists() && reasons.includes(true)

/** The page itself has just come from the server, with both in it: the first navigation compares those. */
export const mustReload = (config: PortalConfig) =>
  reloads(config.build_version !== undefined && noteVersion(config.build_version), noteConfig(config))

async function fetched<Answer>(path: string, signal: AbortSignal): Promise<Answer | undefined> {
  const answer = await fetch(path, { headers: { Domain: portal().domain.identifier, Accept: 'application/json' }, signal })
  return answer.ok ? ((await answer.json()) as Answer) : undefined
}

/** Asks the server; says whether the page must reload. */
export async function askWhetherToReload(signal: AbortSignal): Promise<boolean> {
  const path = `/domain/config/${encodeURIComponent(portal().domain.identifier)}/`
  const [build, config] = await Promise.all([
    fetched<{ version: string }>('/auth/build-version/', signal).catch(() => undefined),
    fetched<PortalConfig>(path, signal).catch(() => undefined),
  ])
  return reloads(build?.version !== undefined && noteVersion(build.version), config !== undefined && noteConfig(config))
}
