import { Button, Skeleton, Stack } from '@mantine/core'
import { IconPrinter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { ask } from '#web/lib/api.ts'
import { usePageTitle } from '#web/lib/page-title.ts'
import { Loaded } from '#web/ui/loaded.tsx'
import { Screen } from '#web/ui/screen.tsx'
import { Receipt } from './receipt.tsx'

const skeleton = (
  <Stack gap="lg" maw="46rem">
    <Skeleton h={60} />
    <Skeleton h={220} />
    <Skeleton h={120} />
  </Stack>
)

/** One sale on one sheet, for the screen and for paper. */
export function ReceiptScreen({ id }: { id: number }) {
  const query = useQuery(ask('GET /api/v1/transactions/{id}/', { params: { id } }))
  const { history } = useRouter()
  const back = () => (history.canGoBack() ? history.back() : history.push('/dashboard'))
  usePageTitle(query.data && `Receipt ${query.data.invoice_id}`)
  const actions = (
    <>
      <Button variant="default" className="no-print" onClick={back}>
        Back
      </Button>
      <Button className="no-print" leftSection={<IconPrinter size={16} />} onClick={() => window.print()} disabled={!query.data}>
        Print
      </Button>
    </>
  )
  return (
    <Screen title="Receipt" actions={actions}>
      <Loaded query={query} skeleton={skeleton}>
        {(sale) => <Receipt sale={sale} />}
      </Loaded>
    </Screen>
  )
}
