import { Stack, Text } from '@mantine/core'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { SaleFulfilment, SaleShipment, TransactionRow } from '@vialdesk/contract/money/transactions'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { Money } from '#web/ui/text/money.tsx'
import { RecordLink } from '#web/ui/text/record-link.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

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

/** The amount of a sale; under it what was charged, where a correction makes them differ. */
export function SaleAmount({ amount, charged_amount }: Pick<TransactionRow, 'amount' | 'charged_amount'>) {
  return (
    <>
      <Money dollars={amount} />
      {amount !== charged_amount && (
        <Text component="div" size="xs" c="dimmed">
          charged <Money dollars={charged_amount} />
        </Text>
      )}
    </>
  )
}

const fulfilmentStates: Record<Exclude<SaleFulfilment, 'none'>, { meaning: StatusMeaning; text: string }> = {
  ordered: { meaning: 'waiting', text: 'Ordered' },
  partly_shipped: { meaning: 'info', text: 'Partly shipped' },
  shipped: { meaning: 'good', text: 'Shipped' },
  cancelled: { meaning: 'neutral', text: 'Cancelled' },
}

interface FulfilmentProps {
  sale: { fulfilment: SaleFulfilment; shipments?: SaleShipment[] | undefined; quantity: number }
}

/** Ordered, then shipped, with a link for each parcel. A dash for sales of which nothing is sent. */
export function Fulfilment({ sale: { fulfilment, shipments = [], quantity } }: FulfilmentProps) {
  if (fulfilment === 'none') return '—'
  const { meaning, text } = fulfilmentStates[fulfilment]
  return (
    <Stack gap={4} align="flex-start">
      <StatusBadge meaning={meaning}>{text}</StatusBadge>
      {shipments.map((parcel, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels are only ever added at the end.
        <Text key={place} span size="xs" c="dimmed">
          {parcel.quantity < quantity && `${parcel.quantity} of ${quantity} · `}
          <DateText value={parcel.shipped_on} /> <TrackingLink {...parcel} />
        </Text>
      ))}
    </Stack>
  )
}
