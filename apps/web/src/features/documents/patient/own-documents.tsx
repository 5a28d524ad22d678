import { Button, Text, Title } from '@mantine/core'
import { IconFileText, IconSignature } from '@tabler/icons-react'
import { documentGroups, documentNames } from '@vialdesk/contract/documents/document-groups'
import type { Document } from '@vialdesk/contract/documents/documents'
import { OpenDocumentLink } from '#web/entities/document/document-link.tsx'
import { DocumentStatusBadge } from '#web/entities/document/document-status-badge.tsx'
import { useDocumentMenu } from '#web/features/documents/actions/use-document-menu.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import classes from './own-documents.module.css'
import { useDocumentsOf } from './use-documents-of.ts'

function When({ document }: { document: Document }) {
  const { status, completed_at, created_at, uploaded } = document
  const isDone = status === 'Completed'
  return (
    <>
      {isDone ? (uploaded ? 'Added' : 'Signed') : 'Sent'} <DateText value={isDone ? completed_at : created_at} />
    </>
  )
}

interface RowProps {
  document: Document
  /** Of its group. */
  groupName: string
  onSign: (document: Document) => void
}

/** The name is shown only where it differs from that of the group. */
function OwnDocument({ document, groupName, onSign }: RowProps) {
  const { name, status, reason, can } = document
  const action = can.sign ? (
    <Button
      size="compact-md"
      variant="light"
      leftSection={<IconSignature size={16} stroke={1.6} />}
      onClick={() => onSign(document)}
      aria-label={`Sign ${name}`}
    >
      Sign
    </Button>
  ) : (
    status === 'Completed' && can.open_pdf && <OpenDocumentLink document={document}>Open PDF</OpenDocumentLink>
  )
  return (
    <li>
      <div className={classes.name}>
        {name !== groupName && <Text fw={500}>{name}</Text>}
        <Text c="dimmed">
          <When document={document} />
        </Text>
        {reason && (
          <Text size="sm" c="dimmed">
            <LongText>{reason}</LongText>
          </Text>
        )}
      </div>
      <DocumentStatusBadge document={document} />
      {action && <span className={classes.action}>{action}</span>}
    </li>
  )
}

interface GroupProps {
  title: string
  documents: Document[]
  onSign: (document: Document) => void
}

const Group = ({ title, documents, onSign }: GroupProps) => (
  <section className={classes.group} aria-label={title}>
    <Title order={3} fz="md" fw={500} className={classes.title}>
      {title}
    </Title>
    <ul className={classes.list}>
      {documents.map((document) => (
        <OwnDocument key={document.id} document={document} groupName={title} onSign={onSign} />
      ))}
    </ul>
  </section>
)

const empty = (
  <EmptyState
    icon={IconFileText}
    title="No documents yet"
    hint="Your center sends you documents to sign. They appear here, and you can download them at any time."
  />
)

/** The patient's own documents by group, newest first. */
export function OwnDocuments({ patient }: { patient: number }) {
  const query = useDocumentsOf(patient)
  const menu = useDocumentMenu()
  return (
    <>
      <Loaded query={query}>
        {(data) => {
          const groups = documentGroups.filter((group) => data[group].length > 0)
          if (groups.length === 0) return empty
          return (
            <div className={classes.groups}>
              {groups.map((group) => (
                <Group key={group} title={documentNames[group]} documents={data[group]} onSign={menu.sign} />
              ))}
            </div>
          )
        }}
      </Loaded>
      {menu.dialogs}
    </>
  )
}
