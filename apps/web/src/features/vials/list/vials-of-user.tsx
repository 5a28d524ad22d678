import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { vialColumns } from './vials.columns.tsx'

const vials = {
  label: 'Vials',
  pageSize: 10,
  isLocal: true,
  exports: { rows: ['vial', 'vials'], onlyAll: true },
  rowName: ({ code }: { code: string }) => code,
  rowHref: ({ code }: { code: string }) => `/vials/${code}`,
  empty: 'The lab registers the vials. They appear here.',
} as const

/** A patient's own list does not repeat the patient. */
const vialsOfPatient = defineList('GET /api/v1/vials/', {
  ...vials,
  name: 'vials-of-patient',
  columns: vialColumns.filter(({ key }) => key !== 'patient' && key !== 'center'),
})
const vialsOfLab = defineList('GET /api/v1/vials/', { ...vials, name: 'vials-of-lab', columns: vialColumns })

/** The single vials of a patient or of a lab, in a tab of its drawer or page. */
export const VialsOfUser = ({ of }: { of: { patient: number } | { lab: number } }) => (
  <List of={'patient' in of ? vialsOfPatient : vialsOfLab} query={of} />
)
