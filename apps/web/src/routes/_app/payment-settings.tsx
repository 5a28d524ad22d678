import { createFileRoute } from '@tanstack/react-router'
import { PaymentSettingsScreen } from '#web/features/payments/payment-settings-screen.tsx'

export const Route = createFileRoute('/_app/payment-settings')({ component: PaymentSettingsScreen })
