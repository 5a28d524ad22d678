/** The names of the stages of a patient's cells, in order. */
import type { DueFilter, Stage, StageFilter } from '@vialdesk/contract/patients'

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

/** From the shipment of the tissue until the vials are ready. */
export const processingStages: readonly Stage[] = ['shipped', 'received', 'plated', 'quality_checked']

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
export const stageFilters = Object.keys(stageFilterNames) as StageFilter[]

export const dueNames: Record<DueFilter, string> = {
  overdue: 'Overdue',
  this_week: 'Due within 7 days',
  soon: 'Ready soon or overdue',
}
export const dueFilters = Object.keys(dueNames) as DueFilter[]
