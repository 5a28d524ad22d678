import { Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents'
import type { ReactNode } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { RowMenu } from '#web/ui/table/rows/row-menu.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { DocumentFacts } from './document-facts.tsx'
import { DocumentHistory } from './document-history.tsx'

interface Props {
  /** Closed when undefined. */
  id: number | undefined
  actions: (document: Document) => RowAction[]
  onClose: () => void
}

const historyOf = (id: number) => apiQuery('GET /api/v1/documents/{id}/history/', { params: { id } })

function Heading({ document, children }: { document: Document | undefined; children: ReactNode }) {
  return (
    <Group gap="xs">
      <Text span fw={600} fz="lg" dir="auto">
        {document?.name ?? 'Document'}
      </Text>
      {children}
    </Group>
  )
}

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

/** One document over a list: facts, actions and history. */
export function DocumentDrawer({ id, actions, onClose }: Props) {
  const last = useLatestValue(id)
  const { data } = useQuery({ ...historyOf(last ?? 0), enabled: id !== undefined })
  const document = data?.document
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      record={last === undefined ? undefined : { key: last, path: document && `/document/${document.document_id}` }}
      title={
        <Heading document={document}>{document && <RowMenu inDrawer name={document.name} actions={actions(document)} />}</Heading>
      }
    >
      {last !== undefined && <Content key={last} id={last} />}
    </Drawer>
  )
}
