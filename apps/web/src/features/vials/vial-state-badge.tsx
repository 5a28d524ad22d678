import { vialStateNames } from '@vialdesk/contract/lab-fields'
import type { VialState } from '@vialdesk/contract/single-vials'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const meanings: Record<VialState, StatusMeaning> = {
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
