import { Text } from '@mantine/core'
import type { Vial } from '@vialdesk/contract/care/single-vials'
import { formatVialCode } from '@vialdesk/contract/care/vial-codes'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import classes from '#web/features/vials/code-list.module.css'
import { VialStateBadge } from '#web/features/vials/code-list.tsx'
import { vialPlaceText } from '#web/features/vials/vial-text.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'

export const vialColumns: Column<Vial>[] = [
  {
    key: 'code',
    sort: 'code',
    header: 'Code',
    main: true,
    cell: ({ code }) => <span className={classes.code}>{formatVialCode(code)}</span>,
  },
  { key: 'state', sort: 'state', header: 'State', cell: ({ state }) => <VialStateBadge state={state} /> },
  {
    key: 'patient',
    phone: 'line',
    header: 'Patient',
    cell: ({ patient }) => (
      <>
        <PatientLink patient={patient} />{' '}
        <Text span c="dimmed" inherit>
          ID {patient.id}
        </Text>
      </>
    ),
  },
  {
    key: 'center',
    phone: 'hidden',
    header: 'Harvest center',
    cell: ({ harvest_center }) => centerLinks(harvest_center ? [harvest_center] : []),
  },
  { key: 'place', sort: 'place', phone: 'line', header: 'Place', cell: (vial) => <LongText>{vialPlaceText(vial)}</LongText> },
  { key: 'since', sort: '-since', header: 'Since', cell: ({ since }) => <DateText value={since} /> },
  { key: 'made', header: 'Made', optional: true, cell: ({ made_at }) => <DateText value={made_at} /> },
  {
    key: 'tracking',
    header: 'Tracking number',
    optional: true,
    noWrap: true,
    cell: ({ tracking_id }) => tracking_id || '—',
  },
]

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
