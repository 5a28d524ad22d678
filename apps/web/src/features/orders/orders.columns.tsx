import { Text } from '@mantine/core'
import type { OrderRow } from '@vialdesk/contract/orders'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { Fulfilment } from '#web/entities/payment/fulfilment.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

/** What was ordered, such as `3 × Vials, 2 left to ship`. */
export function orderedText({ quantity, shipped_quantity, product }: OrderRow): string {
  const rest = quantity - shipped_quantity
  return shipped_quantity > 0 && rest > 0 ? `${quantity} × ${product}, ${rest} left to ship` : `${quantity} × ${product}`
}

export const cityText = ({ ship_to: { city, state, country_desc } }: OrderRow) =>
  [city, state || country_desc].filter(Boolean).join(', ')

const fulfilmentOf = ({ state, shipped_quantity }: OrderRow) =>
  state === 'shipped' ? 'shipped' : shipped_quantity > 0 ? 'partly_shipped' : 'ordered'

export const orderColumns: Column<OrderRow>[] = [
  { key: 'invoice_id', header: 'Invoice', main: true, noWrap: true, cell: ({ invoice_id }) => invoice_id },
  { key: 'date', sort: '-date', header: 'Ordered', cell: ({ date }) => <DateText value={date} /> },
  { key: 'product', phone: 'line', header: 'Product', cell: orderedText },
  {
    key: 'patient',
    phone: 'line',
    header: 'Patient',
    cell: ({ patient }) => (patient ? <PatientLink patient={patient} /> : '—'),
  },
  { key: 'center', header: 'Center', cell: ({ center }) => centerLinks(center ? [center] : []) },
  { key: 'ship_to', phone: 'line', header: 'Ship to', cell: (row) => cityText(row) || '—' },
  {
    key: 'shipping_date',
    sort: 'asked',
    phone: 'labelled',
    header: 'Requested for',
    shortCells: true,
    cell: ({ shipping_date }) =>
      shipping_date ? (
        <DateText value={shipping_date} />
      ) : (
        <Text span c="dimmed">
          Any day
        </Text>
      ),
  },
  { key: 'state', header: 'State', cell: (row) => <Fulfilment sale={{ ...row, fulfilment: fulfilmentOf(row) }} /> },
]
