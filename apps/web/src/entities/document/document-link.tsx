import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

interface Props {
  document: { document_id: string }
  children: ReactNode
}

/** The name of a document, with a link to its page if the reader may open it. */
export function DocumentLink({ document, children }: Props) {
  const mayOpen = mayOpenScreen('/document/{document_id}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/document/${document.document_id}` : undefined}>{children}</RecordLink>
}
