import { createFileRoute } from '@tanstack/react-router'
import { AllTransactionsScreen } from '#web/features/transactions/all-transactions-screen.tsx'

export const Route = createFileRoute('/_app/(sales)/all-transaction-report')({ component: AllTransactionsScreen })
