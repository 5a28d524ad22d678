import type { Role } from '@vialdesk/contract/base/roles'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import type { PatientRow } from '@vialdesk/contract/people/patients'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { companyNames } from '#web/entities/center/company-names.ts'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { DueDate } from '#web/entities/patient/due-date.tsx'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const hc: Column<PatientRow> = {
  key: 'hc',
  phone: 'line',
  header: 'HC company',
  cell: ({ hc_desc }) => centerLinks(hc_desc),
}
const rhc: Column<PatientRow> = {
  key: 'rhc',
  header: 'Referral center',
  cell: ({ rhc_desc }) => centerLinks(rhc_desc),
}
const stage: Column<PatientRow> = {
  key: 'stage',
  sort: 'stage',
  header: 'Stage',
  cell: (row) => <StageBadge stage={row.stage} vials={row} />,
}
const received: Column<PatientRow> = {
  key: 'received',
  sort: '-received',
  header: labLabel('date_adipose_received_by_lab'),
  cell: (row) => <DateText value={row.date_adipose_received_by_lab} />,
}
const dueColumn: Column<PatientRow> = {
  key: 'expected',
  sort: 'expected',
  phone: 'labelled',
  header: labLabel('estimated_date_vials_ready_to_ship'),
  cell: (row) => <DueDate row={row} />,
}
const expected: Column<PatientRow> = {
  ...dueColumn,
  cell: (row) => <DateText value={row.estimated_date_vials_ready_to_ship} />,
}
type CountField = 'number_times_qc_done' | 'vials_preparation' | 'vials_ready_ship' | 'vials_available' | 'vials_shipped'
const countColumn = (key: CountField): Column<PatientRow> => ({
  key,
  header: labLabel(key),
  align: 'right',
  cell: (row) => row[key],
})
const notInStock = [countColumn('vials_preparation'), countColumn('vials_ready_ship')]
const available = countColumn('vials_available')
const checks: Column<PatientRow> = { ...countColumn('number_times_qc_done'), key: 'checks', optional: true }

/** Columns for sales roles, which never get names. */
export const patientColumnsWithoutNames: Column<PatientRow>[] = [
  { key: 'id', sort: '-id', header: 'ID', main: true, cell: ({ id }) => `Patient ${id}` },
  hc,
  { ...rhc, optional: true },
  stage,
  received,
  expected,
  available,
  countColumn('vials_shipped'),
]

const named: Column<PatientRow> = {
  key: 'name',
  sort: 'name',
  header: 'Patient',
  main: true,
  cell: patientName,
  badge: invitationBadge,
}
const id: Column<PatientRow> = {
  key: 'id',
  sort: '-id',
  phone: 'labelled',
  header: 'ID',
  cell: (row) => <span className="figures">{row.id}</span>,
}

/** Columns for patients referred to a center. */
export const referredPatientColumns: Column<PatientRow>[] = [
  named,
  { ...id, phone: 'hidden', optional: true },
  { key: 'email', header: 'Email', optional: true, cell: ({ email }) => email },
  {
    key: 'by',
    phone: 'line',
    header: 'Referred by',
    cell: ({ rhc_desc, hc_desc }) => centerLinks(companyNames(rhc_desc) ? rhc_desc : hc_desc),
  },
  stage,
  expected,
  ...notInStock,
]

const lab: Column<PatientRow> = { key: 'lab', header: 'Lab', cell: (row) => row.lab?.company || '—' }
const repName = ({ sales_rep: rep }: PatientRow) => (rep ? `${rep.first_name} ${rep.last_name}`.trim() || `#${rep.id}` : '—')
const rep: Column<PatientRow> = { key: 'rep', header: 'Sales rep', cell: repName }
const email: Column<PatientRow> = { key: 'email', header: 'Email', cell: (row) => row.email || '—' }

/** Columns for admins, who see the patients of all centers, labs and reps. */
export const adminPatientColumns: Column<PatientRow>[] = [
  named,
  { ...id, phone: 'hidden', optional: true },
  { ...email, optional: true },
  { ...hc, header: 'Harvest center' },
  { ...rhc, optional: true },
  lab,
  rep,
  stage,
  received,
  dueColumn,
  { ...available, optional: true },
]

/** Columns for a lab, with the patients of all its centers. */
export const patientColumnsOfLab: Column<PatientRow>[] = [
  named,
  { ...id, phone: 'hidden', optional: true },
  { ...hc, header: 'Harvest center' },
  stage,
  received,
  dueColumn,
  checks,
  ...notInStock,
  { ...available, optional: true },
]

/** Columns for a center, with the patients that were referred to it or by it. A referral center refers to several harvest centers. */
export const centerPatientColumns = (role: Role | undefined): Column<PatientRow>[] => [
  named,
  { ...id, phone: 'hidden', optional: true },
  { ...email, optional: true },
  { ...hc, phone: 'hidden', header: 'Harvest center', optional: role !== 'referral_harvest_center' },
  { ...rhc, optional: true },
  stage,
  { ...received, optional: true },
  dueColumn,
  ...notInStock,
  available,
]

/** Columns for a lab. */
export const labPatientColumns: Column<PatientRow>[] = [named, id, stage, received, expected, checks, ...notInStock, available]
