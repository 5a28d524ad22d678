import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { type DocumentState, documentStateText } from './document-status.ts'

export function DocumentStatusBadge({ document }: { document: DocumentState }) {
  const { text, meaning } = documentStateText(document)
  return <StatusBadge meaning={meaning}>{text}</StatusBadge>
}
