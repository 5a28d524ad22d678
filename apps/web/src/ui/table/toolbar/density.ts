/** The density of all tables, a choice of this browser. */
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/browser/listeners.ts'
import { browserStorage } from '#web/lib/browser/storage.ts'

export const densities = ['comfortable', 'compact'] as const
export type Density = (typeof densities)[number]

const NAME = 'table-density'
const { subscribe, notify } = createListeners()

const current = (): Density => densities.find((density) => density === browserStorage.get(NAME)) ?? 'comfortable'

function choose(density: Density): void {
  browserStorage.set(NAME, density)
  notify()
}

export const useDensity = () => ({ density: useSyncExternalStore(subscribe, current), choose })
