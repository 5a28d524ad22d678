import { Skeleton, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { apiQuery } from '#web/lib/api/api.ts'
import { usePageTitle } from '#web/lib/session/page-title.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { PrintActions } from '#web/ui/layout/print-actions.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Receipt } from './receipt.tsx'

const skeleton = (
  <Stack gap="lg" maw="46rem">
    <Skeleton h={60} />
    <Skeleton h={220} />
    <Skeleton h={120} />
  </Stack>
)

/** The receipt of one sale, for screen and paper. */
export function ReceiptScreen({ id }: { id: number }) {
  const query = useQuery(apiQuery('GET /api/v1/transactions/{id}/', { params: { id } }))
  usePageTitle(query.data && `Receipt ${query.data.invoice_id}`)
  return (
    <Screen title="Receipt" actions={<PrintActions backPath="/dashboard" ready={Boolean(query.data)} />}>
      <Loaded query={query} skeleton={skeleton}>
        {(sale) => <Receipt sale={sale} />}
      </Loaded>
    </Screen>
  )
}
