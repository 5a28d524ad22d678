import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { documentStatuses, whileInProgress } from '#web/entities/document/document-status-badge.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { centerDocumentColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { useDocumentDrawer } from '#web/features/documents/single/document-drawer.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'

const requestButton = (
  <Button component={Link} to="/request-patients-signatures" leftSection={<IconSignature size={16} stroke={1.6} />}>
    Request signature
  </Button>
)

const signatures = defineList('GET /api/v1/harvest-centers/{id}/documentList/', {
  name: 'patient-signatures',
  label: 'Patient signatures',
  pageSize: 10,
  views: 'documents',
  exports: { rows: ['document', 'documents'] },
  columns: centerDocumentColumns,
  filters: [
    searchFilter({ label: 'Search documents', placeholder: 'ID, patient, document…' }),
    oneOfFilter('status', { label: 'Status', all: 'All statuses', names: documentStatuses, width: 170 }),
  ],
  rowName,
  rowHref: ({ document_id }) => `/document/${document_id}`,
  rereadAfter: (data) => whileInProgress(data?.results),
  empty: {
    icon: IconSignature,
    hint: 'Request a signature of a patient, or upload signed documents. They appear here.',
    action: requestButton,
  },
})

/** The documents of a center's patients, and who has signed. */
export function PatientSignaturesScreen() {
  const id = useSession()?.user.id
  const { rows, drawer } = useDocumentDrawer()
  return (
    <Screen title="Patient Signatures" actions={requestButton}>
      {id && <List of={signatures} params={{ id }} {...rows} />}
      {drawer}
    </Screen>
  )
}
