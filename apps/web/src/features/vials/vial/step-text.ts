/** Text of each step of a vial. */

import { vialStateNames } from '@vialdesk/contract/lab-fields'
import type { VialStep } from '@vialdesk/contract/single-vials'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'

const titles: Record<VialStep['to'], string> = {
  in_process: 'Registered',
  quarantine: 'Put into quarantine',
  released: 'Released into stock',
  held: 'Put on hold',
  shipped: 'Shipped',
  disposed: 'Disposed of',
}

export function stepTitle(step: Pick<VialStep, 'from' | 'to' | 'place' | 'position'>): string {
  const { from, to } = step
  if (from === null) return to === 'released' ? 'Added to stock' : titles[to]
  if (from === to) return step.place ? `Stored at ${vialPlaceText(step)}` : 'Removed from its place'
  if (to === 'released' && from !== 'quarantine') return from === 'held' ? 'Back into stock' : 'Brought back into stock'
  return titles[to]
}

/** The change of state; undefined when the state stays the same. */
export const stateChangeText = ({ from, to }: Pick<VialStep, 'from' | 'to'>) =>
  from === null || from === to ? undefined : `${vialStateNames[from]} → ${vialStateNames[to]}`
