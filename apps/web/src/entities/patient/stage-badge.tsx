import type { Stage } from '@vialdesk/contract/patients'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { stageNames } from './stages.ts'

const meanings: Record<Stage, StatusMeaning> = {
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
