import { Button, Skeleton, Stack } from '@mantine/core'
import { IconEdit, IconReceiptRefund } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '@vialdesk/contract/transactions'
import { type ReactNode, useState } from 'react'
import { EditSaleDialog } from '#web/features/transactions/changes/edit-sale-dialog.tsx'
import { RefundDialog } from '#web/features/transactions/changes/refund-dialog.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Receipt } from './receipt.tsx'
import { SaleHistory } from './sale-history.tsx'
import { SaleRefunds } from './sale-refunds.tsx'

const skeleton = (
  <Stack gap="lg" maw="46rem">
    <Skeleton h={60} />
    <Skeleton h={220} />
    <Skeleton h={120} />
  </Stack>
)

/** The changes that the reader may make. They are not printed. */
function SaleActions({ sale }: { sale: Transaction }) {
  const [open, setOpen] = useState<'edit' | 'refund'>()
  const close = () => setOpen(undefined)
  return (
    <>
      {sale.can.edit && (
        <Button variant="default" className="no-print" leftSection={<IconEdit size={16} />} onClick={() => setOpen('edit')}>
          Edit
        </Button>
      )}
      {sale.can.refund && (
        <Button
          variant="default"
          className="no-print"
          leftSection={<IconReceiptRefund size={16} />}
          onClick={() => setOpen('refund')}
        >
          Refund or void
        </Button>
      )}
      <EditSaleDialog id={open === 'edit' ? sale.id : undefined} onClose={close} />
      <RefundDialog sale={sale} opened={open === 'refund'} onClose={close} />
    </>
  )
}

interface Props {
  id: number
  /** Stands above the receipt, as soon as that is there. */
  notice: ReactNode
}

/** The receipt of one sale, for screen and paper; below it, what happened to the sale since. */
export function ReceiptScreen({ id, notice }: Props) {
  const query = useQuery(apiQuery('GET /api/v1/transactions/{id}/', { params: { id } }))
  const sale = query.data
  usePageTitle(sale && `Receipt ${sale.invoice_id}`)
  return (
    <Screen
      title="Receipt"
      actions={
        !query.isPending && (
          <>
            {sale && <SaleActions sale={sale} />}
            <PrintActions backPath="/dashboard" ready={Boolean(sale)} />
          </>
        )
      }
    >
      <Loaded query={query} skeleton={skeleton}>
        {(loaded) => (
          <>
            {notice}
            <Receipt sale={loaded} />
            <Stack className="no-print" gap="xl" mt="xl" maw="46rem">
              {loaded.refunds && loaded.refunds.length > 0 && <SaleRefunds refunds={loaded.refunds} />}
              {loaded.transaction_history.length > 0 && <SaleHistory changes={loaded.transaction_history} />}
            </Stack>
          </>
        )}
      </Loaded>
    </Screen>
  )
}
