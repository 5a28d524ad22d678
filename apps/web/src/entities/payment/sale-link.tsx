import { mayOpenScreen } from '@vialdesk/contract/screens'
import { useSession } from '#web/lib/session/session.ts'
import { RecordLink } from '#web/ui/text/record-link.tsx'

interface Props {
  /** The id of the sale. Without it the number is plain text. */
  id: number | null | undefined
  invoice: number | string
}

/** An invoice number, with a link to its receipt if the reader may open it. */
export function SaleLink({ id, invoice }: Props) {
  const mayOpen = mayOpenScreen('/receipt/{id}', useSession()?.role)
  return (
    <RecordLink to={mayOpen && id != null ? `/receipt/${id}` : undefined} label={`Receipt ${invoice}`}>
      {invoice}
    </RecordLink>
  )
}
