import { SegmentedControl } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { OrderKind, OrderState } from '@vialdesk/contract/orders'
import { apiQuery } from '#web/lib/api/api.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { ListTotals } from '#web/ui/table/list-totals.tsx'
import { OrderDrawer } from './order-drawer.tsx'
import { orderColumns } from './orders.columns.tsx'

const PAGE_SIZE = 10

interface OrdersSearch {
  state?: OrderState | undefined
  kind?: OrderKind | undefined
  search?: string | undefined
}

const kinds: { value: OrderKind; label: string }[] = [
  { value: 'vials', label: 'Vials' },
  { value: 'supplies', label: 'Supplies' },
]
const states: { value: OrderState; label: string }[] = [
  { value: 'to_ship', label: 'To ship' },
  { value: 'shipped', label: 'Shipped' },
]

const useOrdersPage = () =>
  useListPage<OrdersSearch>(PAGE_SIZE, (filter) => [
    searchFilter(filter),
    { keys: ['kind'], label: kinds.find(({ value }) => value === filter.kind)?.label },
    // The switch shows the state, so it needs no chip.
    { keys: ['state'], label: undefined },
  ])

/** `pieces` of all orders to ship. Undefined while the list loads. */
const LeftToShip = ({ pieces, isBusy }: { pieces: number | undefined; isBusy: boolean }) => (
  <ListTotals
    totals={pieces === undefined ? [] : [{ label: 'Left to ship', value: formatCount(pieces) }]}
    isBusy={isBusy || pieces === undefined}
  />
)

/** Paid orders: admins see all of them, labs those of vials of their patients. */
export function OrdersScreen() {
  const page = useOrdersPage()
  const overlay = useOverlay<{ order?: number }>()
  const isAdmin = useSession()?.role === 'admin'
  const list = useQuery({ ...apiQuery('GET /api/v1/orders/', { query: page.query }), placeholderData: keepPreviousData })
  const { state = 'to_ship', kind, search } = page.filter
  const hint =
    state === 'to_ship'
      ? 'Paid orders of products that ship appear here.'
      : 'Orders appear here when the lab or an admin has shipped them.'
  return (
    <Screen title="Orders to Ship" lead="The order with the earliest requested day is first.">
      <DataTable
        name="orders"
        exports={{ list: 'GET /api/v1/orders/', rows: ['order', 'orders'] }}
        views="orders"
        label="Orders"
        columns={orderColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ invoice_id }) => invoice_id}
        rowHref={({ id }) => `/orders/${id}`}
        onRow={({ id }) => overlay.open({ order: id })}
        toolbar={
          <>
            <SegmentedControl
              aria-label="State"
              data={states}
              value={state}
              onChange={(next) => page.change({ state: next === 'shipped' ? 'shipped' : undefined })}
            />
            <SearchInput
              label="Search orders"
              placeholder="Invoice, patient, center…"
              value={search}
              onSearch={(text) => page.change({ search: text })}
            />
            {isAdmin && (
              <FilterSelect
                label="Kind"
                all="All kinds"
                options={kinds}
                value={kind}
                onChange={(next) => page.change({ kind: next })}
                width={140}
              />
            )}
          </>
        }
        empty={<EmptyState icon={IconPackage} title="Empty table. There's nothing to show" hint={hint} />}
      />
      {state === 'to_ship' && <LeftToShip pieces={list.data?.left_to_ship} isBusy={list.isPlaceholderData} />}
      <OrderDrawer
        order={list.data?.results.find(({ id }) => id === overlay.shown.order)}
        opened={overlay.shown.order}
        onClose={() => overlay.close('order')}
      />
    </Screen>
  )
}
