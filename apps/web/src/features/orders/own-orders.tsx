import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { VIAL_ORDERING_TAG } from '@vialdesk/contract/roles'
import type { PartyTransaction } from '@vialdesk/contract/transactions'
import { Fulfilment } from '#web/entities/payment/fulfilment.tsx'
import { SaleAmount } from '#web/entities/payment/sale-amount.tsx'
import { SaleLink } from '#web/entities/payment/sale-link.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const PAGE_SIZE = 5

const columns: Column<PartyTransaction>[] = [
  {
    key: 'invoice_id',
    header: 'Invoice',
    main: true,
    cell: ({ id, invoice_id }) => <SaleLink id={id} invoice={invoice_id} />,
  },
  { key: 'date', header: 'Date', cell: ({ date }) => <DateText value={date} /> },
  {
    key: 'product',
    header: 'Product',
    cell: ({ product, quantity }) => `${quantity} × ${product.map(({ name }) => name).join(', ')}`,
  },
  { key: 'fulfilment', header: 'Delivery', cell: (sale) => <Fulfilment sale={sale} /> },
  { key: 'amount', header: 'Amount', align: 'right', cell: SaleAmount },
]

const HINT_TO_ORDER = 'Order vials above. The lab or an admin ships them, and the tracking number appears here.'
const HINT_OF_CENTER = 'Your harvest center orders for you. The lab or an admin ships, and the tracking number appears here.'

/** The purchases of a patient, and those that centers made for the patient. */
export function OwnOrders({ patient }: { patient: number }) {
  const page = useLocalPage(PAGE_SIZE)
  const mayOrder = useSession()?.user.tags.includes(VIAL_ORDERING_TAG)
  const list = useQuery({
    ...apiQuery('GET /api/v1/users/patient/{id}/purchases/', { params: { id: patient }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <DataTable
      name="my-orders"
      label="Your orders"
      columns={columns}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={({ invoice_id }) => invoice_id}
      empty={<EmptyState title="Empty table. There's nothing to show" hint={mayOrder ? HINT_TO_ORDER : HINT_OF_CENTER} />}
    />
  )
}
