import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

/** An invoice number that links to its receipt. */
export function ReceiptLink({ id, invoice }: { id: number; invoice: string }) {
  return (
    <Anchor
      inherit
      aria-label={`Receipt ${invoice}`}
      renderRoot={(props) => <Link {...props} to="/receipt/$id" params={{ id: String(id) }} />}
    >
      {invoice}
    </Anchor>
  )
}
