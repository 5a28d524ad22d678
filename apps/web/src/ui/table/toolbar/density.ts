/** The density of all tables, a choice of this browser. */
import { useSyncExternalStore } from 'react'
import { browserStorage } from '#web/lib/browser/storage.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const NAME = 'table-density'
const listeners = new Set<() => void>()

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

const current = (): Density => densities.find((density) => density === browserStorage.get(NAME)) ?? 'comfortable'

function choose(density: Density): void {
  browserStorage.set(NAME, density)
  for (const listener of listeners) listener()
}

export const useDensity = () => ({ density: useSyncExternalStore(subscribe, current), choose })
