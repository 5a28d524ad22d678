import { IconFileText } from '@tabler/icons-react'
import { documentGroups } from '@vialdesk/contract/documents/document-groups'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { documentsOfPatientColumns } from '#web/features/documents/document.columns.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import { useDocumentsOf } from './use-documents-of.ts'

const empty = (
  <EmptyState
    icon={IconFileText}
    title="No documents yet"
    hint="The center requests a signature or uploads the signed document. It appears here then."
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
            columns={documentsOfPatientColumns}
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
