import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { ReactNode } from 'react'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

/** The name of a label request, with a link to its page if the reader may open it. */
export function LabelLink({ id, children }: { id: number; children: ReactNode }) {
  const mayOpen = mayOpenScreen('/labels/{id}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/labels/${id}` : undefined}>{children}</RecordLink>
}
