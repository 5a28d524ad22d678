import { createFileRoute } from '@tanstack/react-router'
import { CenterTransactionsScreen, ReferralTransactionsScreen } from '#web/features/transactions/party-transactions-screens.tsx'
import { useSession } from '#web/lib/session/session.ts'

const TransactionHistory = () =>
  useSession()?.role === 'referral_harvest_center' ? <ReferralTransactionsScreen /> : <CenterTransactionsScreen />

export const Route = createFileRoute('/_app/(sales)/hc-transaction-history')({ component: TransactionHistory })
