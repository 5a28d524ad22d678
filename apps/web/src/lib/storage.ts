/**
 * What the browser keeps, under keys that begin with the domain's slug: two portals opened at one address (as on
 * localhost) must not read each other's sessions. Where the browser refuses storage, memory stands in until the page
 * closes.
 */
let slug = ''

export function openStorage(domainIdentifier: string): void {
  slug = domainIdentifier
}

export const storageKey = (name: string) => `${slug}-${name}`

/** Whether what is kept outlives a reload; where it does not, nothing may be made to depend on one. */
export function storageLasts(): boolean {
  try {
    localStorage.setItem(storageKey('probe'), '1')
    localStorage.removeItem(storageKey('probe'))
    return true
  } catch {
    return false
  }
}

/** A place to keep things in. Where the browser refuses it, what is kept lives as long as the page. */
function placeIn(store: () => Storage) {
  const memory = new Map<string, string>()
  return {
    keep(name: string, value: string): void {
      memory.set(storageKey(name), value)
      try {
        store().setItem(storageKey(name), value)
      } catch {
        // Memory has it already.
      }
    },
    kept(name: string): string | undefined {
      try {
        return store().getItem(storageKey(name)) ?? undefined
      } catch {
        return memory.get(storageKey(name))
      }
    },
    forget(...names: string[]): void {
      for (const name of names) {
        memory.delete(storageKey(name))
        try {
          store().removeItem(storageKey(name))
        } catch {
          // It was never there.
        }
      }
    },
  }
}

/** For every tab of this browser. */
export const { keep, kept, forget } = placeIn(() => localStorage)
/** For this tab alone. */
export const ofTab = placeIn(() => sessionStorage)
