import { createFileRoute } from '@tanstack/react-router'
import { OrdersScreen } from '#web/features/orders/orders-screen.tsx'

export const Route = createFileRoute('/_app/(orders)/orders-to-ship')({ component: OrdersScreen })
