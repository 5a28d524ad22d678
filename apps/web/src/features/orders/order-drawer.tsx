import { Stack } from '@mantine/core'
import type { OrderRow } from '@vialdesk/contract/orders'
import { useRef } from 'react'
import { patientName } from '#web/entities/patient/patient-name.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { type Fact, Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { orderedText } from './orders.columns.tsx'
import { Parcels } from './parcels.tsx'
import { ShipForm } from './ship-form.tsx'

function ShipTo({ order: { ship_to } }: { order: OrderRow }) {
  const { company, address1, address2, city, state, zip_code, country_desc } = ship_to
  const region = [city, [state, zip_code].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  const lines = [company, address1, address2, region, country_desc].filter(Boolean)
  if (lines.length === 0) return '—'
  return (
    <address style={{ fontStyle: 'normal' }}>
      {lines.map((line) => (
        <bdi key={line} style={{ display: 'block' }}>
          {line}
        </bdi>
      ))}
    </address>
  )
}

function OrderFacts({ order }: { order: OrderRow }) {
  const { patient, center, phone, shipping_date, date } = order
  const facts: Fact[] = [
    { label: 'Product', value: orderedText(order) },
    { label: 'Ordered', value: <DateText value={date} withTime /> },
    { label: 'Requested for', value: shipping_date ? <DateText value={shipping_date} /> : 'Any day' },
    { label: 'Patient', value: patient ? <bdi>{patientName(patient)}</bdi> : undefined },
    { label: 'Center', value: <bdi>{center?.company ?? ''}</bdi> },
    { label: 'Ship to', value: <ShipTo order={order} /> },
    { label: 'Phone', value: phone },
  ]
  return <Facts title="Order" facts={facts} />
}

interface Props {
  /** The order as in the list; undefined once it left the list. */
  order: OrderRow | undefined
  /** The id of the opened order. */
  opened: number | undefined
  onClose: () => void
}

/** An order with its parcels, and the form for the next parcel. The order stays while it leaves the list behind. */
export function OrderDrawer({ order, opened, onClose }: Props) {
  const shown = useLatestValue(order)
  const unsaved = useRef(() => false)
  const isOpen = opened !== undefined && shown?.id === opened
  return (
    <Drawer opened={isOpen} onClose={onClose} title={shown && `Order ${shown.invoice_id}`} unsaved={() => unsaved.current()}>
      {shown && (
        <Stack gap="lg">
          <OrderFacts order={shown} />
          {shown.shipments.length > 0 && <Parcels order={shown} />}
          {shown.state === 'to_ship' && (
            <Section title={shown.shipped_quantity > 0 ? 'Next parcel' : 'Ship'}>
              <ShipForm key={shown.id} order={shown} onClose={onClose} unsaved={unsaved} />
            </Section>
          )}
        </Stack>
      )}
    </Drawer>
  )
}
