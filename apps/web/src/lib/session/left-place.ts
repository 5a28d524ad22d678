import { tabStorage } from '#web/lib/browser/storage.ts'

/**
 * The place that a user left to enter another account. It belongs to this tab and to this user, and is used once: another user of the
 * browser never gets it.
 */
const KEY = 'left-place'

export function keepPlace(user: number, path: string): void {
  tabStorage.set(KEY, JSON.stringify({ user, path }))
}

/** A path of this site: `//` and a backslash after `/` would lead to another one. */
const isOwnPath = (path: unknown): path is string => typeof path === 'string' && /^\/(?![/\\])/.test(path)

/** The kept place of this user; undefined without one. */
export function takePlace(user: number): string | undefined {
  const kept = tabStorage.get(KEY)
  tabStorage.remove(KEY)
  try {
    const { user: owner, path } = JSON.parse(kept ?? '{}') as { user?: unknown; path?: unknown }
    return owner === user && isOwnPath(path) ? path : undefined
  } catch {
    return undefined
  }
}
