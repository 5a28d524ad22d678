import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents/documents'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { RowMenu } from '#web/ui/table/rows/row-menu.tsx'
import { DocumentFacts, DocumentHistory } from './document-facts.tsx'

const historyOf = (id: number) => apiQuery('GET /api/v1/documents/{id}/history/', { params: { id } })

function Content({ id }: { id: number }) {
  return (
    <Loaded query={useQuery(historyOf(id))}>
      {({ document, events }) => (
        <Stack gap="xl">
          <DocumentFacts document={document} />
          <Section title="History">
            <DocumentHistory events={events} />
          </Section>
        </Stack>
      )}
    </Loaded>
  )
}

/** A drawer over a list of documents: the facts, actions and history of one. Spread `rows` into the list. */
export function useDocumentDrawer() {
  const overlay = useOverlay<{ document?: number }>()
  const onClose = () => overlay.close('document')
  const onRow = ({ id }: Document) => overlay.open({ document: id })
  const { actions, dialogs } = useDocumentMenu({ onHistory: onRow, onRemoved: onClose })
  const id = overlay.shown.document
  const last = useLatestValue(id)
  const { data } = useQuery({ ...historyOf(last ?? 0), enabled: id !== undefined })
  const document = data?.document
  const drawer = (
    <>
      <DrawerOf
        of={id}
        onClose={onClose}
        record={(shown) => ({ key: shown, path: document && `/document/${document.document_id}` })}
        title={
          <Group gap="xs">
            <Text span fw={600} fz="lg" dir="auto">
              {document?.name ?? 'Document'}
            </Text>
            {document && <RowMenu inDrawer name={document.name} actions={actions(document)} />}
          </Group>
        }
      >
        {(shown) => <Content key={shown} id={shown} />}
      </DrawerOf>
      {dialogs}
    </>
  )
  return { rows: { onRow, rowActions: actions }, drawer }
}
