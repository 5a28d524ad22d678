/**
 * Every navigation compares the stored build version and domain configuration with the server's. A missing or different
 * version is stored, and the page reloads. A configuration with another identifier or updated_at does the same; a missing
 * one is only stored. A failed fetch is ignored.
 */
import type { PortalConfig } from './portal.ts'
import { portal } from './portal.ts'
import { browserStorage, storagePersists } from './storage.ts'

const VERSION = 'build-version'
const CONFIG = 'config-domain'

/** Stores the server's version. Returns whether the page must reload. */
export function saveVersion(version: string): boolean {
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

/** Stores the server's configuration. Returns whether the page must reload. */
export function saveConfig(config: PortalConfig): boolean {
  const stored = storedConfig()
  const same = stored?.domain.identifier === config.domain.identifier && stored.updated_at === config.updated_at
  if (!same) browserStorage.set(CONFIG, JSON.stringify(config))
  return stored !== undefined && !same
}

/** Without lasting storage every version would look new, and the page would reload forever. */
const mustReload = (...reasons: boolean[]) => storagePersists() && reasons.includes(true)

/**
 * For the first navigation: the page has just come from the server and contains both values. A browser without a version is new, and its
 * page is of the server's build.
 */
export function pageIsOutdated(config: PortalConfig): boolean {
  const isFirstVisit = browserStorage.get(VERSION) === undefined
  const isOther = config.build_version !== undefined && saveVersion(config.build_version)
  return mustReload(isOther && !isFirstVisit, saveConfig(config))
}

async function fetchJson<Answer>(path: string, signal?: AbortSignal): Promise<Answer | undefined> {
  const headers = { Domain: portal().domain.identifier, Accept: 'application/json' }
  const answer = await fetch(path, { headers, ...(signal && { signal }) })
  return answer.ok ? ((await answer.json()) as Answer) : undefined
}

/** The build of the server; undefined without one. Throws if the server does not answer. */
export const fetchBuildVersion = async (signal?: AbortSignal): Promise<string | undefined> =>
  (await fetchJson<{ version: string }>('/auth/build-version/', signal))?.version

/** Asks the server whether the page must reload. */
export async function portalHasChanged(signal: AbortSignal): Promise<boolean> {
  const path = `/domain/config/${encodeURIComponent(portal().domain.identifier)}/`
  const [version, config] = await Promise.all([
    fetchBuildVersion(signal).catch(() => undefined),
    fetchJson<PortalConfig>(path, signal).catch(() => undefined),
  ])
  return mustReload(version !== undefined && saveVersion(version), config !== undefined && saveConfig(config))
}
