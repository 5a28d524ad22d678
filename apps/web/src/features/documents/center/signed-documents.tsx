import { Stack } from '@mantine/core'
import type { CenterDocuments } from '@vialdesk/contract/documents/documents'
import { OpenDocumentLink } from '#web/entities/document/document-link.tsx'
import { DocumentStatusBadge } from '#web/entities/document/document-status-badge.tsx'

/** The documents of a center itself; a completed one links to its PDF. */
export function SignedDocuments({ documents }: Pick<CenterDocuments, 'documents'>) {
  if (documents.length === 0) return '—'
  return (
    <Stack gap={6}>
      {documents.map((document) => (
        <span key={document.id} style={{ display: 'inline-flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
          {document.name}
          {document.status === 'Completed' ? (
            <OpenDocumentLink document={document}>Open PDF</OpenDocumentLink>
          ) : (
            <DocumentStatusBadge document={document} />
          )}
        </span>
      ))}
    </Stack>
  )
}
