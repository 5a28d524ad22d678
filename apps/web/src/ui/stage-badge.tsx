import type { Stage } from '@vialdesk/contract/patients'
import { stageNames } from '#web/lib/stages.ts'
import { type Meaning, StatusBadge } from './status-badge.tsx'

const meanings: Record<Stage, Meaning> = {
  registered: 'neutral',
  shipped: 'waiting',
  received: 'info',
  plated: 'info',
  quality_checked: 'info',
  ready: 'good',
  stored: 'good',
  shipped_out: 'neutral',
}

export const StageBadge = ({ stage }: { stage: Stage }) => (
  <StatusBadge meaning={meanings[stage]}>{stageNames[stage]}</StatusBadge>
)
