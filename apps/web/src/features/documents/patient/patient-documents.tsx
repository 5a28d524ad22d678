import { Anchor } from '@mantine/core'
import { IconFileText } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Document } from '@vialdesk/contract/documents'
import { documentGroups } from '@vialdesk/contract/templates'
import { useDocumentMenu } from '#web/features/documents/actions/document-dialogs.tsx'
import { patientDocumentColumns } from '#web/features/documents/document.columns.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { useDocumentsOf } from './use-documents-of.ts'

const columns = patientDocumentColumns(({ name, document_id }: Document) => (
  <Anchor inherit renderRoot={(props) => <Link {...props} to="/document/$document_id" params={{ document_id }} />}>
    {name}
  </Anchor>
))

const empty = (
  <EmptyState
    icon={IconFileText}
    title="No documents yet"
    hint="Documents appear here when a signature is requested or a signed document is uploaded."
  />
)

/** The documents of one patient for others: each links to its own screen. */
export function PatientDocuments({ patient }: { patient: number }) {
  const query = useDocumentsOf(patient)
  const menu = useDocumentMenu()
  return (
    <>
      <Loaded query={query}>
        {(data) => (
          <ShortList
            label="Documents"
            columns={columns}
            rows={documentGroups.flatMap((group) => data[group])}
            rowKey={({ id }) => id}
            rowName={({ name }) => name}
            rowActions={menu.actions}
            empty={empty}
          />
        )}
      </Loaded>
      {menu.dialogs}
    </>
  )
}
