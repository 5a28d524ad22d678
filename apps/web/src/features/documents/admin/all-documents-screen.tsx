import { IconFileText } from '@tabler/icons-react'
import type { DocumentStatus } from '@vialdesk/contract/documents/documents'
import { documentStatuses, whileInProgress } from '#web/entities/document/document-status-badge.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { allDocumentColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { useDocumentDrawer } from '#web/features/documents/single/document-drawer.tsx'
import type { ListFilter } from '#web/lib/url/list-filter.tsx'
import { asOneOf, asText } from '#web/lib/url/search-params.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'

/** A failed document is still pending: the portal could not send or seal it. */
const FAILED = 'Failed'
const status = oneOfFilter('status', { label: 'Status', all: 'All statuses', names: [...documentStatuses, FAILED], width: 170 })
interface StatusValues {
  status?: DocumentStatus | undefined
  failed?: '1' | undefined
}
const readOne = asOneOf('1')

/** One field for two keys of the call. */
const statusFilter: ListFilter<StatusValues> = {
  keys: { status: asOneOf(...documentStatuses), failed: (value) => readOne(asText(value)) },
  useChip: ({ status, failed }) => (failed || status) && `Status: ${failed ? FAILED : status}`,
  Field: ({ filter, change }) =>
    status.Field?.({
      filter: { status: filter.failed ? FAILED : filter.status },
      change: ({ status: chosen }) =>
        change(chosen === FAILED ? { failed: '1', status: undefined } : { failed: undefined, status: chosen }),
    }),
}

const documents = defineList('GET /api/v1/documents/', {
  name: 'patients-documents',
  label: 'Documents of patients',
  // As specified for lists of documents.
  pageSize: 5,
  views: 'documents',
  exports: { rows: ['document', 'documents'] },
  columns: allDocumentColumns,
  filters: [searchFilter({ label: 'Search documents', placeholder: 'ID, patient, center, document…' }), statusFilter],
  rowName,
  rowHref: ({ document_id }) => `/document/${document_id}`,
  rereadAfter: (data) => whileInProgress(data?.results),
  empty: {
    icon: IconFileText,
    hint: 'Centers request signatures of their patients or upload signed documents. They appear here.',
  },
})

/** The documents of all patients of the domain, newest first. */
export function AllDocumentsScreen() {
  const { rows, drawer } = useDocumentDrawer()
  return (
    <Screen title="All Patients Documents">
      <List of={documents} {...rows} />
      {drawer}
    </Screen>
  )
}
