import { Navigate } from '@tanstack/react-router'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { centerTransactionColumns } from './party-transactions.columns.tsx'
import { centerTransactions, PartyTransactions, referralTransactions } from './transaction-lists.tsx'

/** The purchases of a referral center. */
export function ReferralTransactionsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Transaction History">
      <PartyTransactions of={referralTransactions} params={{ id }} />
    </Screen>
  )
}

interface Props {
  /** Opens the PDF of a label request. */
  onOpenLabel: (request: number) => void
}

/** The purchases of a center, with receipts, documents of the patients, and labels. */
export function CenterTransactionsScreen({ onOpenLabel }: Props) {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Transaction History">
      <PartyTransactions of={centerTransactions} params={{ id }} columns={centerTransactionColumns(onOpenLabel)} />
    </Screen>
  )
}
