import type { OrderRow } from '@vialdesk/contract/orders'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { OrderContent } from './order-content.tsx'

interface Props {
  /** The order as in the list; undefined once it left the list. */
  order: OrderRow | undefined
  /** The id of the opened order. */
  opened: number | undefined
  onClose: () => void
}

/** An order over the list. It stays while it leaves the list behind. */
export function OrderDrawer({ order, opened, onClose }: Props) {
  const shown = useLatestValue(order)
  const isOpen = opened !== undefined && shown?.id === opened
  return (
    <Drawer
      opened={isOpen}
      onClose={onClose}
      title={shown && `Order ${shown.invoice_id}`}
      record={shown && { key: shown.id, path: `/orders/${shown.id}` }}
    >
      {shown && <OrderContent order={shown} onClose={onClose} />}
    </Drawer>
  )
}
