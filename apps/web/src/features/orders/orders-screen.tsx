import { IconPackage } from '@tabler/icons-react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { withFieldFor } from '#web/lib/url/list-filter.tsx'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter, switchFilter } from '#web/ui/table/filters/select-filter.tsx'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { orderColumns } from './orders.columns.tsx'

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

/** `pieces` of all orders to ship. Undefined while the list loads. */
const LeftToShip = ({ pieces, isBusy }: { pieces: number | undefined; isBusy: boolean }) => (
  <ListTotals
    totals={pieces === undefined ? [] : [{ label: 'Left to ship', value: formatCount(pieces) }]}
    isBusy={isBusy || pieces === undefined}
  />
)

/** Paid orders: admins see all of them, labs those of vials of their patients. */
export function OrdersScreen() {
  const open = useList(orders)
  const overlay = useOverlay<{ order?: number }>()
  const { data, list } = open
  const { state = 'to_ship' } = open.page.filter
  const hint =
    state === 'to_ship'
      ? 'Paid orders of products that ship appear here.'
      : 'Orders appear here when the lab or an admin has shipped them.'
  return (
    <Screen title="Orders to Ship" lead="The order with the earliest requested day is first.">
      <ListTable of={open} onRow={({ id }) => overlay.open({ order: id })} empty={{ icon: IconPackage, hint }} />
      {state === 'to_ship' && <LeftToShip pieces={data?.left_to_ship} isBusy={list.isPlaceholderData} />}
      <OrderDrawer
        order={data?.results.find(({ id }) => id === overlay.shown.order)}
        opened={overlay.shown.order}
        onClose={() => overlay.close('order')}
      />
    </Screen>
  )
}
