/** The names of the states of a vial, in order. */
import type { VialState } from '@vialdesk/contract/single-vials'

export const vialStateNames: Record<VialState, string> = {
  in_process: 'In process',
  quarantine: 'In quarantine',
  released: 'Released',
  held: 'On hold',
  shipped: 'Shipped',
  disposed: 'Disposed of',
}

export const vialStates = Object.keys(vialStateNames) as VialState[]
