import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { CenterDocuments } from '@vialdesk/contract/documents/documents'
import type { User } from '@vialdesk/contract/people/accounts'
import { whileInProgress } from '#web/entities/document/document-status-badge.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { documentsOfCenterColumns, rowName } from '#web/features/documents/document.columns.tsx'
import { useMayCall } from '#web/lib/account/use-may-call.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SignedDocuments } from './signed-documents.tsx'

const nothing: CenterDocuments['documents'] = []

/** The attestation and the documents of the sign-up. */
function OwnDocuments({ center }: { center: number }) {
  const query = useQuery(apiQuery('GET /api/v1/documents/harvest-centers/', { query: { center } }))
  return <Loaded query={query}>{({ results }) => <SignedDocuments documents={results[0]?.documents ?? nothing} />}</Loaded>
}

const documents = defineList('GET /api/v1/harvest-centers/{id}/documentList/', {
  name: 'documents-of-center',
  label: "Documents of the center's patients",
  pageSize: 5,
  isLocal: true,
  exports: { rows: ['document', 'documents'], onlyAll: true },
  columns: documentsOfCenterColumns,
  rowName,
  rereadAfter: (data) => whileInProgress(data?.results),
  empty: {
    title: 'No documents yet',
    hint: 'The center requests signatures of its patients. Their documents appear here.',
  },
})

function DocumentsOfPatients({ center }: { center: number }) {
  const menu = useDocumentMenu()
  return (
    <>
      <List of={documents} params={{ id: center }} rowActions={menu.actions} />
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
