import { Button } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CenterDocuments } from '@vialdesk/contract/documents'
import { SignedDocuments } from '#web/features/documents/center/signed-documents.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

const PAGE_SIZE = 10

const addCenter = (
  <Button renderRoot={(props) => <Link {...props} to="/all-harvest-centers" search={{ add: 'harvest-center' }} />}>
    Add Harvest Center
  </Button>
)

const columns: Column<CenterDocuments>[] = [
  {
    key: 'company',
    sort: 'company',
    header: 'Company',
    main: true,
    cell: ({ company }) => (company ? <bdi>{company}</bdi> : '—'),
  },
  {
    key: 'name',
    header: 'Name',
    cell: ({ first_name, last_name }) => <bdi>{[first_name, last_name].filter(Boolean).join(' ') || '—'}</bdi>,
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email },
  {
    key: 'signed',
    header: 'Signed',
    cell: ({ signed }) => <StatusBadge meaning={signed ? 'good' : 'neutral'}>{signed ? 'Yes' : 'No'}</StatusBadge>,
  },
  { key: 'documents', header: 'Documents', cell: ({ documents }) => <SignedDocuments documents={documents} /> },
]

/** Harvest centers with the documents that they signed. */
export function CenterDocumentsScreen() {
  const page = useListPage(PAGE_SIZE, (filter: { search?: string }) => [searchFilter(filter)])
  const list = useQuery({
    ...apiQuery('GET /api/v1/documents/harvest-centers/', { query: page.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <Screen title="Harvest Centers Documents" lead="Signed: the center has signed its attestation.">
      <DataTable
        name="centers-documents"
        exports={{ list: 'GET /api/v1/documents/harvest-centers/', rows: ['center', 'centers'] }}
        views="center-documents"
        rowHref={({ id }) => `/users/${id}`}
        label="Documents of harvest centers"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ company, id }) => company || `Center ${id}`}
        toolbar={
          <SearchInput
            label="Search centers"
            placeholder="Company, name, email…"
            value={page.filter.search}
            onSearch={(text) => page.change({ search: text })}
          />
        }
        empty={
          <EmptyState
            icon={IconBuildingHospital}
            title="Empty table. There's nothing to show"
            hint="Add a harvest center, or let one sign up with the link of a sales rep. Its documents appear here."
            action={addCenter}
          />
        }
      />
    </Screen>
  )
}
