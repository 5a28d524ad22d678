import { Button } from '@mantine/core'
import { IconBuildingHospital } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { CenterDocuments } from '@vialdesk/contract/documents/documents'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { SignedDocuments } from '#web/features/documents/center/signed-documents.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

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

const centers = defineList('GET /api/v1/documents/harvest-centers/', {
  name: 'centers-documents',
  label: 'Documents of harvest centers',
  pageSize: 10,
  views: 'center-documents',
  exports: { rows: ['center', 'centers'] },
  columns,
  filters: [searchFilter({ label: 'Search centers', placeholder: 'Company, name, email…' })],
  rowName: ({ company, id }) => company || `Center ${id}`,
  rowHref: ({ id }) => `/users/${id}`,
  empty: {
    icon: IconBuildingHospital,
    hint: 'Add a harvest center, or let one sign up with the link of a sales rep. Its documents appear here.',
    action: addCenter,
  },
})

/** Harvest centers with the documents that they signed. */
export const CenterDocumentsScreen = () => (
  <Screen title="Harvest Centers Documents" lead="Signed: the center has signed its attestation.">
    <List of={centers} />
  </Screen>
)
