/** The orders of the lists of patients. All values are in `patient_stages`, because sales roles sort without reading the person. */
import type { PatientFilter } from '@vialdesk/contract/patients'
import { type Order, orderOf, type SortValues } from '#api/db/sorted-paging.ts'

/** SQL of the place of a patient's stage in the order of the stages. */
export const STAGE_NUMBER = 'stage_number(p.stage)'
const byId = { value: 'p.user_id' }
const values: SortValues<'id' | 'name' | 'stage' | 'received' | 'expected'> = {
  id: byId,
  name: { value: 'p.sort_name' },
  stage: { value: STAGE_NUMBER },
  received: { value: 'p.received', nullable: true },
  expected: { value: 'p.expected', nullable: true },
}

export function patientOrderOf({ sort, stage }: Pick<PatientFilter, 'sort' | 'stage'>): Order | undefined {
  const order = orderOf(sort, values)
  // All rows have the same stage, and the index of stages begins with the rows of the stages before.
  const isOneStage = stage !== undefined && stage !== 'in_processing'
  return order && isOneStage && order.value === STAGE_NUMBER ? { ...order, ...byId } : order
}
