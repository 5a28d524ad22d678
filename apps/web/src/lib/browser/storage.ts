/**
 * Storage of the browser. Keys begin with the domain's slug, so that two portals at one host (as on localhost) do not
 * read each other's sessions.
 */
let slug = ''

export function openStorage(domainIdentifier: string): void {
  slug = domainIdentifier
}

export const storageKey = (name: string) => `${slug}-${name}`

/** Whether stored values survive a reload. Without that, nothing may reload the page to act on a stored value. */
export function storagePersists(): boolean {
  try {
    localStorage.setItem(storageKey('probe'), '1')
    localStorage.removeItem(storageKey('probe'))
    return true
  } catch {
    return false
  }
}

/** Falls back to memory where the browser refuses storage: values then last as long as the page. */
function storageWithFallback(store: () => Storage) {
  const memory = new Map<string, string>()
  return {
    set(name: string, value: string): void {
      memory.set(storageKey(name), value)
      try {
        store().setItem(storageKey(name), value)
      } catch {
        // The value is in memory already.
      }
    },
    get(name: string): string | undefined {
      try {
        return store().getItem(storageKey(name)) ?? undefined
      } catch {
        return memory.get(storageKey(name))
      }
    },
    remove(...names: string[]): void {
      for (const name of names) {
        memory.delete(storageKey(name))
        try {
          store().removeItem(storageKey(name))
        } catch {
          // Without storage the value was only in memory.
        }
      }
    },
  }
}

/** Shared by all tabs of this browser. */
export const browserStorage = storageWithFallback(() => localStorage)
/** Of this tab alone. */
export const tabStorage = storageWithFallback(() => sessionStorage)
