import type { Stage } from '@vialdesk/contract/patients'
import { processingStages } from '#web/entities/patient/stages.ts'

type Counts = { stage: Stage; count: number }[]

export const countPatients = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0)

/** Counts patients from tissue shipment until their vials are ready. */
export const countInProcessing = (counts: Counts) => countPatients(counts.filter(({ stage }) => processingStages.includes(stage)))
