/** The stages of a patient's cells in words, and the filters of lists. */
import { stageNames } from '@vialdesk/contract/people/lab-fields'
import type { DueFilter, Stage, StageFilter } from '@vialdesk/contract/people/patients'

/** Absent for readers who may not see the counts. */
export interface VialsLeft {
  vials_available?: number | undefined
  vials_shipped?: number | undefined
}

/** `Stored · 4 left` after some of the stored vials were shipped; otherwise the name of the stage. */
export const stageText = (stage: Stage, { vials_available: left = 0, vials_shipped: shipped = 0 }: VialsLeft = {}): string =>
  stage === 'stored' && shipped > 0 ? `${stageNames.stored} · ${left} left` : stageNames[stage]

/** The filters of lists by stage, and by the estimated ready date. */
export const stageFilterNames: Record<StageFilter, string> = { ...stageNames, in_processing: 'In processing' }

export const dueNames: Record<DueFilter, string> = {
  overdue: 'Overdue',
  this_week: 'Due within 7 days',
  soon: 'Ready soon or overdue',
}
