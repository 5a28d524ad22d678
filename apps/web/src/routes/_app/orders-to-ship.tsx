import { createFileRoute } from '@tanstack/react-router'
import { OrdersScreen } from '#web/features/orders/orders-screen.tsx'
import { asId, asOneOf, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({
  state: asOneOf('to_ship', 'shipped'),
  kind: asOneOf('vials', 'supplies'),
  search: asText,
  ...listSearch,
  order: asId,
})

export const Route = createFileRoute('/_app/orders-to-ship')({ validateSearch, component: OrdersScreen })
