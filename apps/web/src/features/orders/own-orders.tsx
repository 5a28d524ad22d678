import { VIAL_ORDERING_TAG } from '@vialdesk/contract/base/roles'
import type { PartyTransaction } from '@vialdesk/contract/money/transactions'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { Fulfilment, SaleAmount, SaleLink } from '#web/entities/payment/sale-link.tsx'
import { useSession } from '#web/lib/session/session.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

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

const ownOrders = defineList('GET /api/v1/users/patient/{id}/purchases/', {
  name: 'my-orders',
  label: 'Your orders',
  pageSize: 5,
  isLocal: true,
  columns,
  rowName: ({ invoice_id }) => invoice_id,
})

const HINT_TO_ORDER = 'Order vials above. The lab or an admin ships them, and the tracking number appears here.'
const HINT_OF_CENTER = 'Your harvest center orders for you. The lab or an admin ships, and the tracking number appears here.'

/** The purchases of a patient, and those that centers made for the patient. */
export function OwnOrders({ patient }: { patient: number }) {
  const mayOrder = useSession()?.user.tags.includes(VIAL_ORDERING_TAG)
  return <List of={ownOrders} params={{ id: patient }} empty={mayOrder ? HINT_TO_ORDER : HINT_OF_CENTER} />
}
