import { createFileRoute } from '@tanstack/react-router'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { CenterTransactionsScreen, ReferralTransactionsScreen } from '#web/features/transactions/center-transactions-screen.tsx'
import { useSession } from '#web/lib/session/session.ts'

function TransactionHistory() {
  const onOpenLabel = useOpenLabel().mutate
  return useSession()?.role === 'referral_harvest_center' ? (
    <ReferralTransactionsScreen />
  ) : (
    <CenterTransactionsScreen onOpenLabel={onOpenLabel} />
  )
}

export const Route = createFileRoute('/_app/(sales)/hc-transaction-history')({
  component: TransactionHistory,
})
