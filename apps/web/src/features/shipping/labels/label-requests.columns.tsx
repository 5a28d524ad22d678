import { Anchor, Text } from '@mantine/core'
import type { LabelRequest } from '@vialdesk/contract/label-requests'
import type { ReactNode } from 'react'
import { LABEL_COLUMN } from '#web/entities/label/label-column.ts'
import { ParcelBadge } from '#web/entities/parcel/parcel-badge.tsx'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { carrierBadge } from './label-state.tsx'

export const requestName = ({ id, hc_desc }: LabelRequest) => `${id} - ${hc_desc[0]?.company || 'Center'}`

/** The file, or the reason for a missing file. */
function LabelFile({ row, onOpen }: { row: LabelRequest; onOpen: (request: number) => void }) {
  const work = carrierBadge(row)
  if (work) return work
  if (row.pdf_file === null) return <StatusBadge meaning="waiting">Pending</StatusBadge>
  return (
    <Anchor component="button" type="button" inherit onClick={() => onOpen(row.id)} style={{ whiteSpace: 'nowrap' }}>
      View label
    </Anchor>
  )
}

/** Breaks words longer than this width (rem), so that many columns fit. */
const NarrowCell = ({ rem, children }: { rem: number; children: ReactNode }) => (
  <div style={{ maxWidth: `${rem}rem`, overflowWrap: 'break-word' }}>{children}</div>
)

/** Two lines, the first more important. */
const TwoLines = ({ first, second, rem }: { first: string; second: ReactNode; rem: number }) => (
  <NarrowCell rem={rem}>
    <bdi>{first}</bdi>
    <Text span display="block" c="dimmed" size="xs" fw={400}>
      {second}
    </Text>
  </NarrowCell>
)

/** A long email breaks before its @. */
function Email({ email }: { email: string }) {
  const at = email.lastIndexOf('@')
  if (at < 1) return email
  return (
    <>
      {email.slice(0, at)}
      <wbr />
      {email.slice(at)}
    </>
  )
}

export const labelRequestColumns = (onOpen: (request: number) => void): Column<LabelRequest>[] => [
  {
    key: 'hc',
    sort: '-id',
    header: 'ID - HC name, email',
    main: true,
    width: 235,
    cell: (row) => <TwoLines rem={14} first={requestName(row)} second={<Email email={row.harvest_center_email} />} />,
  },
  {
    key: 'doctor',
    header: 'Dr name, email',
    width: 180,
    cell: ({ doctor_name, doctor_email }) =>
      doctor_name || doctor_email ? <TwoLines rem={9.5} first={doctor_name} second={<Email email={doctor_email} />} /> : '—',
  },
  {
    key: 'location',
    header: 'Location',
    width: 115,
    cell: ({ city, state_desc }) => <TwoLines rem={7} first={city} second={state_desc} />,
  },
  {
    key: 'patients',
    phone: 'line',
    header: 'Patients',
    cell: (row) => (
      <NarrowCell rem={7.5}>
        <PatientLinks tissue={row} />
      </NarrowCell>
    ),
  },
  { key: 'label_date', sort: '-date', header: 'Date', width: 110, cell: ({ label_date }) => <DateText value={label_date} /> },
  {
    key: 'tracking',
    phone: 'line',
    header: 'Tracking Number and Link',
    shortCells: true,
    cell: (row) => <TrackingLink {...row} oneLine />,
  },
  { key: 'parcel', sort: 'state', phone: 'side', header: 'Parcel', width: 125, cell: (row) => <ParcelBadge {...row} /> },
  {
    key: 'pdf_file',
    phone: 'hidden',
    header: LABEL_COLUMN,
    width: 110,
    cell: (row) => <LabelFile row={row} onOpen={onOpen} />,
  },
  {
    key: 'notification_sent',
    header: 'Notification Sent',
    shortCells: true,
    cell: ({ notification_sent }) => (notification_sent ? 'Yes' : 'No'),
  },
]
