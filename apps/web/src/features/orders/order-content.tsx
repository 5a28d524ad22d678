import { Stack } from '@mantine/core'
import type { OrderRow } from '@vialdesk/contract/orders'
import { CenterLinks } from '#web/entities/center/center-links.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { addressLines } from '#web/lib/format/postal-address.ts'
import { type Fact, Facts } from '#web/ui/layout/facts.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DateText } from '#web/ui/text/date-text.tsx'
import { orderedText } from './orders.columns.tsx'
import { Parcels } from './parcels.tsx'
import { ShipForm } from './ship-form.tsx'

function ShipTo({ order: { ship_to } }: { order: OrderRow }) {
  const lines = [ship_to.company, ...addressLines({ ...ship_to, state_desc: ship_to.state })].filter(Boolean)
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

function OrderFacts({ order, headingLevel }: { order: OrderRow; headingLevel: 2 | 3 }) {
  const { id, invoice_id, patient, center, phone, shipping_date, date } = order
  const facts: Fact[] = [
    { label: 'Invoice', value: <SaleLink id={id} invoice={invoice_id} /> },
    { label: 'Product', value: orderedText(order) },
    { label: 'Ordered', value: <DateText value={date} withTime /> },
    { label: 'Requested for', value: shipping_date ? <DateText value={shipping_date} /> : 'Any day' },
    { label: 'Patient', value: patient ? <PatientLink patient={patient} /> : undefined },
    { label: 'Center', value: center && <CenterLinks centers={[center]} /> },
    { label: 'Ship to', value: <ShipTo order={order} /> },
    { label: 'Phone', value: phone },
  ]
  return <Facts title="Order" facts={facts} headingLevel={headingLevel} />
}

interface Props {
  order: OrderRow
  headingLevel?: 2 | 3
  /** Runs when the form for the next parcel is closed. */
  onClose: () => void
}

/** An order with its parcels, and the form for the next parcel. */
export function OrderContent({ order, headingLevel = 3, onClose }: Props) {
  return (
    <Stack gap="lg">
      <OrderFacts order={order} headingLevel={headingLevel} />
      {order.shipments.length > 0 && <Parcels order={order} />}
      {order.state === 'to_ship' && (
        <Section title={order.shipped_quantity > 0 ? 'Next parcel' : 'Ship'}>
          <ShipForm key={order.id} order={order} onClose={onClose} />
        </Section>
      )}
    </Stack>
  )
}
