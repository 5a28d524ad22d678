import { createFileRoute } from '@tanstack/react-router'
import { RepTransactionsScreen } from '#web/features/transactions/party-transactions-screens.tsx'

export const Route = createFileRoute('/_app/(sales)/my-transaction-report')({ component: RepTransactionsScreen })
