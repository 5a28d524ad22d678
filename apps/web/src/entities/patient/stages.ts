/** The names of the stages of a patient's cells, in order. */
import type { Stage } from '@vialdesk/contract/patients'

export const stageNames: Record<Stage, string> = {
  registered: 'Registered',
  shipped: 'Shipped to the lab',
  received: 'Received by the lab',
  plated: 'Plated',
  quality_checked: 'Quality-checked',
  ready: 'Ready',
  stored: 'Stored',
  shipped_out: 'Shipped out',
}

export const stages = Object.keys(stageNames) as Stage[]
