import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '#web/features/orders/order-content.tsx'

function OrderRoute() {
  const id = Number(Route.useParams().id)
  return <OrderScreen key={id} id={id} />
}

export const Route = createFileRoute('/_app/(orders)/orders/$id')({ component: OrderRoute })
