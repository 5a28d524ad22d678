import { IconFileText } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { DocumentStatus } from '@vialdesk/contract/documents'
import { documentStatuses } from '#web/entities/document/document-status.ts'
import { whileInProgress } from '#web/entities/document/while-in-progress.ts'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { allDocumentColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { DocumentDrawer } from '#web/features/documents/single/document-drawer.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'

/** As specified for lists of documents. */
const PAGE_SIZE = 5

interface Filter {
  search?: string | undefined
  status?: DocumentStatus | undefined
  failed?: '1' | undefined
}

/** A failed document is still pending: the portal could not send or seal it. */
const FAILED = 'Failed'
const statusOptions = [...documentStatuses, FAILED].map((status) => ({ value: status, label: status }))
const filterOf = (chosen: string | undefined): Filter =>
  chosen === FAILED
    ? { failed: '1', status: undefined }
    : { failed: undefined, status: documentStatuses.find((status) => status === chosen) }

/** The documents of all patients of the domain, newest first. */
export function AllDocumentsScreen() {
  const page = useListPage<Filter>(PAGE_SIZE, ({ search, status, failed }) => [
    searchFilter({ search }),
    { keys: ['status'], label: status && `Status: ${status}` },
    { keys: ['failed'], label: failed && 'Status: Failed' },
  ])
  const { filter, change } = page
  const overlay = useOverlay<{ document?: number }>()
  const close = () => overlay.close('document')
  const menu = useDocumentMenu({ onHistory: ({ id }) => overlay.open({ document: id }), onRemoved: close })
  const list = useQuery({
    ...apiQuery('GET /api/v1/documents/', { query: page.query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileInProgress(state.data?.results),
  })
  return (
    <Screen title="All Patients Documents">
      <DataTable
        name="patients-documents"
        exports={{ list: 'GET /api/v1/documents/', rows: ['document', 'documents'] }}
        views="documents"
        rowHref={({ document_id }) => `/document/${document_id}`}
        label="Documents of patients"
        columns={allDocumentColumns}
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
              placeholder="ID, patient, center, document…"
              value={filter.search}
              onSearch={(text) => change({ search: text })}
            />
            <FilterSelect
              label="Status"
              all="All statuses"
              options={statusOptions}
              value={filter.failed ? FAILED : filter.status}
              onChange={(chosen) => change(filterOf(chosen))}
              width={170}
            />
          </>
        }
        empty={
          <EmptyState
            icon={IconFileText}
            title="Empty table. There's nothing to show"
            hint="Centers request signatures of their patients or upload signed documents. They appear here."
          />
        }
      />
      <DocumentDrawer id={overlay.shown.document} actions={menu.actions} onClose={close} />
      {menu.dialogs}
    </Screen>
  )
}
