import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { documentStatuses } from '#web/entities/document/document-status.ts'
import { whileInProgress } from '#web/entities/document/while-in-progress.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { centerDocumentColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { DocumentDrawer } from '#web/features/documents/single/document-drawer.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
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

function Signatures({ center }: { center: number }) {
  const overlay = useOverlay<{ document?: number }>()
  const menu = useDocumentMenu({ onHistory: ({ id }) => overlay.open({ document: id }) })
  return (
    <>
      <List
        of={signatures}
        params={{ id: center }}
        onRow={({ id }) => overlay.open({ document: id })}
        rowActions={menu.actions}
      />
      <DocumentDrawer id={overlay.shown.document} actions={menu.actions} onClose={() => overlay.close('document')} />
      {menu.dialogs}
    </>
  )
}

/** The documents of a center's patients, and who has signed. */
export function PatientSignaturesScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Patient Signatures" actions={requestButton}>
      {id && <Signatures center={id} />}
    </Screen>
  )
}
