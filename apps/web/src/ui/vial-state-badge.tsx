import type { VialState } from '@vialdesk/contract/traced-vials'
import { vialStateNames } from '#web/lib/vial-states.ts'
import { type Meaning, StatusBadge } from './status-badge.tsx'

const meanings: Record<VialState, Meaning> = {
  in_process: 'neutral',
  quarantine: 'waiting',
  released: 'good',
  held: 'bad',
  shipped: 'info',
  disposed: 'neutral',
}

export const VialStateBadge = ({ state }: { state: VialState }) => (
  <StatusBadge meaning={meanings[state]}>{vialStateNames[state]}</StatusBadge>
)
