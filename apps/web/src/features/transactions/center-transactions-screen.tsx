import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Navigate } from '@tanstack/react-router'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { centerTransactionColumns, referralTransactionColumns } from './party-transactions.columns.tsx'
import { PartyTransactionsTable, usePartyTransactionsPage } from './party-transactions-table.tsx'

interface Props {
  /** Opens the PDF of a label request. */
  onOpenLabel: (request: number) => void
}

function History({ centerId, onOpenLabel }: Props & { centerId: number }) {
  const page = usePartyTransactionsPage()
  const list = useQuery({
    ...apiQuery('GET /api/v1/harvest-centers/{id}/transactions-history/', { params: { id: centerId }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <PartyTransactionsTable
      name="center-transactions"
      source={{ list: 'GET /api/v1/harvest-centers/{id}/transactions-history/', params: { id: centerId } }}
      label="Transaction History"
      searchPlaceholder="Invoice, patient, coupon…"
      columns={centerTransactionColumns(onOpenLabel)}
      list={list}
      page={page}
    />
  )
}

/** The purchases of a referral center. */
export function ReferralTransactionsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Transaction History">
      <ReferralHistory centerId={id} />
    </Screen>
  )
}

function ReferralHistory({ centerId }: { centerId: number }) {
  const page = usePartyTransactionsPage()
  const list = useQuery({
    ...apiQuery('GET /api/v1/rhc-association/{id}/transactions-history/', { params: { id: centerId }, query: page.query }),
    placeholderData: keepPreviousData,
  })
  return (
    <PartyTransactionsTable
      name="referral-transactions"
      source={{ list: 'GET /api/v1/rhc-association/{id}/transactions-history/', params: { id: centerId } }}
      label="Transaction History"
      searchPlaceholder="Invoice, patient, coupon…"
      columns={referralTransactionColumns}
      list={list}
      page={page}
    />
  )
}

/** The purchases of a center, with receipts, documents of the patients, and labels. */
export function CenterTransactionsScreen(props: Props) {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return (
    <Screen title="Transaction History">
      <History {...props} centerId={id} />
    </Screen>
  )
}
