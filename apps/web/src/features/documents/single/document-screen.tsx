import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconFileCheck, IconFileUnknown, IconSignature } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Document } from '@vialdesk/contract/documents/documents'
import { useOpenDocument } from '#web/entities/document/document-link.tsx'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { MissingRecord } from '#web/ui/layout/missing-record.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { RowMenu } from '#web/ui/table/rows/row-menu.tsx'
import { DocumentFacts, DocumentHistory } from './document-facts.tsx'

const skeleton = (
  <Stack gap="xl">
    <Skeleton h={180} />
    <Skeleton h={160} />
  </Stack>
)

/** Lists that a reader may go back to. */
const lists: { [role: string]: { label: string; to: string } | undefined } = {
  admin: { label: 'All Patients Documents', to: '/documents/patients' },
  harvest_center: { label: 'Patient Signatures', to: '/patients-signatures' },
  referral_harvest_center: { label: 'Patient Signatures', to: '/patients-signatures' },
}

function Buttons({ document, menu }: { document: Document; menu: ReturnType<typeof useDocumentMenu> }) {
  const open = useOpenDocument()
  const { can, id } = document
  const inMenu = menu.actions(document).filter(({ label }) => label !== 'Sign' && label !== 'Open PDF')
  return (
    <Group gap="xs">
      <RowMenu name={document.name} actions={inMenu} />
      {can.open_pdf && (
        <Button
          variant={can.sign ? 'default' : 'filled'}
          leftSection={<IconFileCheck size={16} stroke={1.6} />}
          loading={open.isPending}
          onClick={() => open.mutate({ id })}
        >
          Open PDF
        </Button>
      )}
      {can.sign && (
        <Button leftSection={<IconSignature size={16} stroke={1.6} />} onClick={() => menu.sign(document)}>
          Sign
        </Button>
      )}
    </Group>
  )
}

function History({ id }: { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/documents/{id}/history/', { params: { id } }))
  return <Loaded query={query}>{({ events }) => <DocumentHistory events={events} />}</Loaded>
}

/** One document, opened by the link of a mail. */
export function DocumentScreen({ documentId }: { documentId: string }) {
  const query = useQuery(apiQuery('GET /api/v1/documents/find/{document_id}/', { params: { document_id: documentId } }))
  const list = lists[useSession()?.role ?? '']
  const menu = useDocumentMenu()
  if (isMissing(query.error))
    return (
      <MissingRecord
        screen="Document"
        icon={IconFileUnknown}
        title="No document found"
        reason="The document was removed, or you do not have access to it."
      />
    )
  return (
    <Screen
      title={query.data ? <bdi>{query.data.name}</bdi> : 'Document'}
      {...(list && { breadcrumbs: [list] })}
      actions={query.data && <Buttons document={query.data} menu={menu} />}
    >
      <Loaded query={query} skeleton={skeleton}>
        {(document) => (
          <Stack gap={40}>
            <DocumentFacts document={document} headingLevel={2} />
            <Section title="History">
              <History id={document.id} />
            </Section>
          </Stack>
        )}
      </Loaded>
      {menu.dialogs}
    </Screen>
  )
}
