import { Text } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import type { OrderRow } from '@vialdesk/contract/care/orders'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { PatientLink } from '#web/entities/patient/patient-link.tsx'
import { Fulfilment } from '#web/entities/payment/sale-link.tsx'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { withFieldFor } from '#web/lib/url/list-filter.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter, switchFilter } from '#web/ui/table/filters/select-filter.tsx'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { OrderContent, orderedText } from './order-content.tsx'

const cityText = ({ ship_to: { city, state, country_desc } }: OrderRow) =>
  [city, state || country_desc].filter(Boolean).join(', ')

const fulfilmentOf = ({ state, shipped_quantity }: OrderRow) =>
  state === 'shipped' ? 'shipped' : shipped_quantity > 0 ? 'partly_shipped' : 'ordered'

const orderColumns: Column<OrderRow>[] = [
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

const useIsAdmin = () => useSession()?.role === 'admin'

const orders = defineList('GET /api/v1/orders/', {
  name: 'orders',
  label: 'Orders',
  pageSize: 10,
  views: 'orders',
  exports: { rows: ['order', 'orders'] },
  columns: orderColumns,
  filters: [
    switchFilter('state', 'State', { to_ship: 'To ship', shipped: 'Shipped' }),
    searchFilter({ label: 'Search orders', placeholder: 'Invoice, patient, center…' }),
    withFieldFor(
      useIsAdmin,
      oneOfFilter('kind', {
        label: 'Kind',
        all: 'All kinds',
        names: { vials: 'Vials', supplies: 'Supplies' },
        width: 140,
        chip: ({ label }) => label,
      }),
    ),
  ],
  rowName: ({ invoice_id }) => invoice_id,
  rowHref: ({ id }) => `/orders/${id}`,
})

/** Paid orders: admins see all of them, labs those of vials of their patients. */
export function OrdersScreen() {
  const open = useList(orders)
  const overlay = useOverlay<{ order?: number }>()
  const { data, list } = open
  const opened = overlay.shown.order
  // An order stays over the list while it leaves the list behind.
  const last = useLatestValue(data?.results.find(({ id }) => id === opened))
  const close = () => overlay.close('order')
  const { state = 'to_ship' } = open.page.filter
  const hint =
    state === 'to_ship'
      ? 'Paid orders of products that ship appear here.'
      : 'Orders appear here when the lab or an admin has shipped them.'
  return (
    <Screen title="Orders to Ship" lead="The order with the earliest requested day is first.">
      <ListTable of={open} onRow={({ id }) => overlay.open({ order: id })} empty={{ icon: IconPackage, hint }} />
      {state === 'to_ship' && (
        <ListTotals
          totals={data ? [{ label: 'Left to ship', value: formatCount(data.left_to_ship) }] : []}
          isBusy={list.isPlaceholderData || !data}
        />
      )}
      <DrawerOf
        of={last?.id === opened ? last : undefined}
        onClose={close}
        title={({ invoice_id }) => `Order ${invoice_id}`}
        record={({ id }) => ({ key: id, path: `/orders/${id}` })}
      >
        {(shown) => <OrderContent order={shown} onClose={close} />}
      </DrawerOf>
    </Screen>
  )
}
