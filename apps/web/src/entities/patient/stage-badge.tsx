import type { Stage } from '@vialdesk/contract/people/patients'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'
import { stageText, type VialsLeft } from './stages.ts'

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

export const StageBadge = ({ stage, vials }: { stage: Stage; vials?: VialsLeft }) => (
  <StatusBadge meaning={meanings[stage]}>{stageText(stage, vials)}</StatusBadge>
)
