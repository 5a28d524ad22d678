import type { SaleState } from '@vialdesk/contract/transactions'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const states: Record<SaleState, { meaning: StatusMeaning; text: string }> = {
  paid: { meaning: 'good', text: 'Paid' },
  partly_refunded: { meaning: 'info', text: 'Partly refunded' },
  refunded: { meaning: 'neutral', text: 'Refunded' },
  voided: { meaning: 'neutral', text: 'Voided' },
}

/** Whether the money of a sale was kept. */
export function SaleStateBadge({ state }: { state: SaleState }) {
  const { meaning, text } = states[state]
  return <StatusBadge meaning={meaning}>{text}</StatusBadge>
}
