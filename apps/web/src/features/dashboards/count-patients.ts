import { processingStages } from '@vialdesk/contract/people/lab-fields'
import type { Stage } from '@vialdesk/contract/people/patients'

type Counts = { stage: Stage; count: number }[]

export const countPatients = (counts: Counts) => counts.reduce((sum, { count }) => sum + count, 0)

/** Counts patients from tissue shipment until their vials are ready. */
export const countInProcessing = (counts: Counts) => countPatients(counts.filter(({ stage }) => processingStages.includes(stage)))
