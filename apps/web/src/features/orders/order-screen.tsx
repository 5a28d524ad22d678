import { Skeleton } from '@mantine/core'
import { IconPackage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useReducer } from 'react'
import { apiQuery } from '#web/lib/api/api.ts'
import { isMissing } from '#web/lib/errors/api-error.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { MissingRecord } from '#web/ui/layout/missing-record.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { OrderContent } from './order-content.tsx'

/** One order on a page of its own. */
export function OrderScreen({ id }: { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/orders/{id}/', { params: { id } }))
  // After a parcel the form begins again, with what is left.
  const [parcel, startNextParcel] = useReducer((done: number) => done + 1, 0)
  const name = query.data && `Order ${query.data.invoice_id}`
  usePageTitle(name)
  if (isMissing(query.error)) return <MissingRecord screen="Order" icon={IconPackage} title="No order found" />
  return (
    <Screen narrow title={name ?? 'Order'} breadcrumbs={[{ label: 'Orders to Ship', to: '/orders-to-ship' }]}>
      <Loaded query={query} skeleton={<Skeleton h={220} />}>
        {(order) => <OrderContent key={parcel} order={order} headingLevel={2} onClose={startNextParcel} />}
      </Loaded>
    </Screen>
  )
}
