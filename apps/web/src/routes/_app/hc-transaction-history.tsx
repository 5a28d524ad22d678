import { createFileRoute } from '@tanstack/react-router'
import { useOpenLabel } from '#web/features/shipping/use-open-label.ts'
import { CenterTransactionsScreen, ReferralTransactionsScreen } from '#web/features/transactions/center-transactions-screen.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { asDay, asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, date_after: asDay, date_before: asDay, ...listSearch })

function TransactionHistory() {
  const onOpenLabel = useOpenLabel().mutate
  return useSession()?.role === 'referral_harvest_center' ? (
    <ReferralTransactionsScreen />
  ) : (
    <CenterTransactionsScreen onOpenLabel={onOpenLabel} />
  )
}

export const Route = createFileRoute('/_app/hc-transaction-history')({
  validateSearch,
  component: TransactionHistory,
})
