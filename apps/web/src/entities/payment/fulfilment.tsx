import { Stack, Text } from '@mantine/core'
import type { SaleFulfilment, SaleShipment } from '@vialdesk/contract/transactions'
import { TrackingLink } from '#web/entities/parcel/tracking-link.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const states: Record<Exclude<SaleFulfilment, 'none'>, { meaning: StatusMeaning; text: string }> = {
  ordered: { meaning: 'waiting', text: 'Ordered' },
  partly_shipped: { meaning: 'info', text: 'Partly shipped' },
  shipped: { meaning: 'good', text: 'Shipped' },
  cancelled: { meaning: 'neutral', text: 'Cancelled' },
}

interface Props {
  sale: { fulfilment: SaleFulfilment; shipments?: SaleShipment[] | undefined; quantity: number }
}

/** Ordered, then shipped, with a link for each parcel. A dash for sales of which nothing is sent. */
export function Fulfilment({ sale: { fulfilment, shipments = [], quantity } }: Props) {
  if (fulfilment === 'none') return '—'
  const { meaning, text } = states[fulfilment]
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
