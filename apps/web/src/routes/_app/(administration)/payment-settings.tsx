import { createFileRoute } from '@tanstack/react-router'
import { PaymentSettingsScreen } from '#web/features/payments/card-gateway.tsx'

export const Route = createFileRoute('/_app/(administration)/payment-settings')({ component: PaymentSettingsScreen })
