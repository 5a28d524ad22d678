import { Text } from '@mantine/core'
import type { Vial } from '@vialdesk/contract/traced-vials'
import { inGroups } from '@vialdesk/contract/vial-codes'
import { patientName } from '#web/lib/patient-words.ts'
import { placeOfVial } from '#web/lib/vial-words.ts'
import { DateText } from '#web/ui/date-text.tsx'
import { LongText } from '#web/ui/long-text.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { VialStateBadge } from '#web/ui/vial-state-badge.tsx'
import classes from './code-list.module.css'

export const tracedColumns: Column<Vial>[] = [
  { key: 'code', header: 'Code', main: true, cell: ({ code }) => <span className={classes.code}>{inGroups(code)}</span> },
  { key: 'state', header: 'State', cell: ({ state }) => <VialStateBadge state={state} /> },
  {
    key: 'patient',
    header: 'Patient',
    cell: ({ patient }) => (
      <>
        <bdi>{patientName(patient)}</bdi>{' '}
        <Text span c="dimmed" className="figures" inherit>
          ID {patient.id}
        </Text>
      </>
    ),
  },
  { key: 'center', header: 'Harvest center', cell: ({ harvest_center }) => harvest_center?.company || '—' },
  { key: 'place', header: 'Place', cell: (vial) => <LongText>{placeOfVial(vial)}</LongText> },
  { key: 'since', header: 'Since', cell: ({ since }) => <DateText value={since} /> },
  { key: 'made', header: 'Made', optional: true, cell: ({ made_at }) => <DateText value={made_at} /> },
  {
    key: 'tracking',
    header: 'Tracking number',
    optional: true,
    oneLine: true,
    cell: ({ tracking_id }) => tracking_id || '—',
  },
]
