/** Text of each step of a vial. */
import type { VialStep } from '@vialdesk/contract/traced-vials'
import { vialStateNames } from '#web/lib/vial-states.ts'
import { placeOfVial } from '#web/lib/vial-words.ts'

const titles: Record<VialStep['to'], string> = {
  in_process: 'Registered',
  quarantine: 'Put into quarantine',
  released: 'Released into stock',
  held: 'Put on hold',
  shipped: 'Shipped',
  disposed: 'Disposed of',
}

export function titleOfStep(step: Pick<VialStep, 'from' | 'to' | 'place' | 'position'>): string {
  const { from, to } = step
  if (from === null) return to === 'released' ? 'Added to stock' : titles[to]
  if (from === to) return step.place ? `Stored at ${placeOfVial(step)}` : 'Removed from its place'
  if (to === 'released' && from !== 'quarantine') return from === 'held' ? 'Back into stock' : 'Brought back into stock'
  return titles[to]
}

/** The change of state; undefined when the state stays the same. */
export const changeOfStep = ({ from, to }: Pick<VialStep, 'from' | 'to'>) =>
  from === null || from === to ? undefined : `${vialStateNames[from]} → ${vialStateNames[to]}`
