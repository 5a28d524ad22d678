import type { PatientRow } from '@vialdesk/contract/patients'
import { DateText } from '#web/ui/date-text.tsx'
import { StageBadge } from '#web/ui/stage-badge.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

export const companies = (centers: { company: string }[]) => centers.map(({ company }) => company).join(', ')

/** Without anything that says who the patient is. */
export const repPatientColumns: Column<PatientRow>[] = [
  { key: 'id', header: 'ID', main: true, cell: ({ id }) => `Patient ${id}` },
  { key: 'hc', header: 'HC company', cell: ({ hc_desc }) => companies(hc_desc) || '—' },
  { key: 'rhc', header: 'Referral center', optional: true, cell: ({ rhc_desc }) => companies(rhc_desc) || '—' },
  { key: 'stage', header: 'Stage', cell: ({ stage }) => <StageBadge stage={stage} /> },
  { key: 'received', header: 'Received', cell: (row) => <DateText value={row.date_adipose_received_by_lab} /> },
  { key: 'expected', header: 'Expected ready', cell: (row) => <DateText value={row.estimated_date_vials_ready_to_ship} /> },
  { key: 'available', header: 'Available', align: 'right', cell: ({ vials_available }) => vials_available },
  { key: 'shipped', header: 'Shipped', align: 'right', cell: ({ vials_shipped }) => vials_shipped },
]
