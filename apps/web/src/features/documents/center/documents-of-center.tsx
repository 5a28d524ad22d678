import { Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { User } from '@vialdesk/contract/accounts'
import type { CenterDocuments } from '@vialdesk/contract/documents'
import { whileInProgress } from '#web/entities/document/while-in-progress.ts'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { documentsOfCenterColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useMayCall } from '#web/lib/session/use-may-call.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SignedDocuments } from './signed-documents.tsx'

const PAGE_SIZE = 5

const nothing: CenterDocuments['documents'] = []

/** The attestation and the documents of the sign-up. */
function OwnDocuments({ center }: { center: number }) {
  const query = useQuery(apiQuery('GET /api/v1/documents/harvest-centers/', { query: { center } }))
  return <Loaded query={query}>{({ results }) => <SignedDocuments documents={results[0]?.documents ?? nothing} />}</Loaded>
}

function DocumentsOfPatients({ center }: { center: number }) {
  const page = useLocalPage(PAGE_SIZE)
  const menu = useDocumentMenu()
  const list = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/documentList/', { params: { id: center }, query: page.query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => whileInProgress(state.data?.results),
  })
  return (
    <>
      <DataTable
        name="documents-of-center"
        exports={{
          list: 'GET /api/v1/harvest-centers/{id}/documentList/',
          params: { id: center },
          rows: ['document', 'documents'],
          onlyAll: true,
        }}
        label="Documents of the center's patients"
        columns={documentsOfCenterColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={rowName}
        rowActions={menu.actions}
        empty={
          <EmptyState
            title="No documents yet"
            hint="The center requests signatures of its patients. Their documents appear here."
          />
        }
      />
      {menu.dialogs}
    </>
  )
}

/** The documents of the patients of a center; for admins also those that the center signed. */
export function DocumentsOfCenter({ center }: { center: User }) {
  const seesSigned = useMayCall('GET /api/v1/documents/harvest-centers/')
  return (
    <Stack gap="xl">
      {seesSigned && (
        <Section title="Signed by the center">
          <OwnDocuments center={center.id} />
        </Section>
      )}
      <Section title="Documents of its patients">
        <DocumentsOfPatients center={center.id} />
      </Section>
    </Stack>
  )
}
