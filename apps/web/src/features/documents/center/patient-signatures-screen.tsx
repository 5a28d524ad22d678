import { Button } from '@mantine/core'
import { IconSignature } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { DocumentStatus } from '@vialdesk/contract/documents'
import { documentStatuses } from '#web/entities/document/document-status.ts'
import { whileInProgress } from '#web/entities/document/while-in-progress.ts'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { centerDocumentColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { DocumentDrawer } from '#web/features/documents/single/document-drawer.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'

const PAGE_SIZE = 10

interface Filter {
  search?: string | undefined
  status?: DocumentStatus | undefined
}

const statusOptions = documentStatuses.map((status) => ({ value: status, label: status }))

const requestButton = (
  <Button component={Link} to="/request-patients-signatures" leftSection={<IconSignature size={16} stroke={1.6} />}>
    Request signature
  </Button>
)

function Signatures({ center }: { center: number }) {
  const page = useListPage<Filter>(PAGE_SIZE, ({ search, status }) => [
    searchFilter({ search }),
    { keys: ['status'], label: status && `Status: ${status}` },
  ])
  const overlay = useOverlay<{ document?: number }>()
  const menu = useDocumentMenu({ onHistory: ({ id }) => overlay.open({ document: id }) })
  const list = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/documentList/', { params: { id: center }, query: page.query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileInProgress(state.data?.results),
  })
  return (
    <>
      <DataTable
        name="patient-signatures"
        exports={{
          list: 'GET /api/v1/harvest-centers/{id}/documentList/',
          params: { id: center },
          rows: ['document', 'documents'],
        }}
        views="documents"
        rowHref={({ document_id }) => `/document/${document_id}`}
        label="Patient signatures"
        columns={centerDocumentColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={rowName}
        onRow={({ id }) => overlay.open({ document: id })}
        rowActions={menu.actions}
        toolbar={
          <>
            <SearchInput
              label="Search documents"
              placeholder="ID, patient, document…"
              value={page.filter.search}
              onSearch={(text) => page.change({ search: text })}
            />
            <FilterSelect
              label="Status"
              all="All statuses"
              options={statusOptions}
              value={page.filter.status}
              onChange={(status) => page.change({ status })}
              width={170}
            />
          </>
        }
        empty={
          <EmptyState
            icon={IconSignature}
            title="Empty table. There's nothing to show"
            hint="Request a signature of a patient, or upload signed documents. They appear here."
            action={requestButton}
          />
        }
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
