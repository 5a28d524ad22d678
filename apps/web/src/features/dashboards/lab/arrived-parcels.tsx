import { Button, Text } from '@mantine/core'
import { IconPackageImport } from '@tabler/icons-react'
import type { ArrivedParcel } from '@vialdesk/contract/care/label-requests'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { PatientLinks } from '#web/entities/patient/patient-links.tsx'
import { patientNames } from '#web/entities/patient/patient-name.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const patientsOf = (parcel: ArrivedParcel) => patientNames(parcel) || 'Patient without an account'

const PatientsCell = (parcel: ArrivedParcel) =>
  patientNames(parcel) ? <PatientLinks tissue={parcel} /> : 'Patient without an account'

/** The notices to patients and centers leave at once, so that the click is confirmed and not undone. */
function useReceive() {
  const receive = useAction('POST /api/v1/fedex-requests/{id}/received/')
  const start = async (parcel: ArrivedParcel) => {
    const consequence = `The received date of ${patientsOf(parcel)} becomes today, unless it is set. Patients and centers are notified.`
    if (await confirm({ title: 'Book in this parcel as received today?', consequence, verb: 'Received today' }))
      receive.mutate({ params: { id: parcel.id } })
  }
  return { start, busyId: receive.isPending ? receive.variables?.params.id : undefined }
}

const columnsOf = ({ start, busyId }: ReturnType<typeof useReceive>): Column<ArrivedParcel>[] => [
  { key: 'patients', header: 'Patients', main: true, cell: PatientsCell },
  { key: 'center', header: 'From', cell: ({ center }) => centerLinks([center]) },
  { key: 'tracking', header: 'Tracking number', noWrap: true, cell: ({ tracking_number }) => tracking_number || '—' },
  { key: 'delivered', header: 'Delivered', cell: ({ delivered_at }) => <DateText value={delivered_at} withTime /> },
  {
    key: 'receive',
    header: 'Book in',
    cell: (parcel) => (
      <Button
        size="compact-sm"
        variant="light"
        leftSection={<IconPackageImport size={16} />}
        loading={busyId === parcel.id}
        onClick={() => void start(parcel)}
        aria-label={`Received today: ${patientsOf(parcel)}`}
      >
        Received today
      </Button>
    ),
  },
]

/** Parcels that the carrier delivered and the lab has not booked in, in the order of their delivery. */
export function ArrivedParcels({ parcels }: { parcels: ArrivedParcel[] }) {
  return (
    <ShortList
      label="Arrived parcels"
      columns={columnsOf(useReceive())}
      rows={parcels}
      rowKey={({ id }) => id}
      rowName={patientsOf}
      empty={<Text c="dimmed">All delivered parcels are booked in.</Text>}
    />
  )
}
