import { mayOpenScreen } from '@vialdesk/contract/screens'
import { formatVialCode } from '@vialdesk/contract/vial-codes'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

/** The code of a vial, with a link to its page if the reader may open it. */
export function VialLink({ code }: { code: string }) {
  const mayOpen = mayOpenScreen('/vials/{code}', useSession()?.role)
  return <RecordLink to={mayOpen ? `/vials/${code}` : undefined}>{formatVialCode(code)}</RecordLink>
}
