import { Navigate } from '@tanstack/react-router'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { PartyTransactionsTable, repTransactions } from './transaction-lists.tsx'

function Report({ repId }: { repId: number }) {
  const open = useList(repTransactions, { params: { id: repId } })
  return (
    <Screen
      title="My Transactions"
      actions={
        <ExportButton
          call="GET /api/v1/transactions/export-csv/"
          label="Export CSV"
          filter={open.page.filter}
          disabled={!open.list.data?.count}
        />
      }
    >
      <PartyTransactionsTable of={open} />
    </Screen>
  )
}

/** The purchases of a rep's centers and patients. */
export function RepTransactionsScreen() {
  const id = useSession()?.user.id
  if (!id) return <Navigate to="/dashboard" replace />
  return <Report repId={id} />
}
