import { createFileRoute } from '@tanstack/react-router'
import { OrderScreen } from '#web/features/checkout/order/order-screen.tsx'

export const Route = createFileRoute('/_app/(orders)/order')({ component: OrderScreen })
