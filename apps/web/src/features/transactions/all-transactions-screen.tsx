import { Group } from '@mantine/core'
import { IconEdit } from '@tabler/icons-react'
import { useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { EditSaleDialog } from './changes/edit-sale-dialog.tsx'
import { allTransactions } from './transaction-lists.tsx'
import { TransactionTotals } from './transaction-totals.tsx'

function Downloads(props: { filter: object; disabled: boolean }) {
  return (
    <Group gap="xs">
      <ExportButton call="GET /api/v1/transactions/export-csv/" label="Export CSV" {...props} />
      <ExportButton call="GET /api/v1/transactions/export-xlsx/" label="Export XLSX" {...props} />
    </Group>
  )
}

/** All sales of the domain, newest first. */
export function AllTransactionsScreen() {
  const open = useList(allTransactions)
  const { filter } = open.page
  const [edited, setEdited] = useState<number>()
  return (
    <Screen title="All Transactions" actions={<Downloads filter={filter} disabled={!open.list.data?.count} />}>
      <ListTable of={open} rowActions={({ id }) => [{ label: 'Edit', icon: IconEdit, onClick: () => setEdited(id) }]} />
      <TransactionTotals filter={filter} />
      <EditSaleDialog id={edited} onClose={() => setEdited(undefined)} />
    </Screen>
  )
}
