import { createFileRoute } from '@tanstack/react-router'
import { PaymentSettingsScreen } from '#web/features/payments/payment-settings-screen.tsx'

export const Route = createFileRoute('/_app/(administration)/payment-settings')({ component: PaymentSettingsScreen })
