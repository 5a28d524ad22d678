import { Button } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import { deliveryColumns, eventTitle, stateTexts } from './delivery.columns.tsx'

const REFRESH_MS = 5000

/** The state is chosen here and not in the URL, which belongs to the screen around it. */
const deliveries = defineList('GET /api/v1/webhook-deliveries/', {
  name: 'webhook-deliveries',
  label: 'Deliveries',
  pageSize: 10,
  isCursor: true,
  isLocal: true,
  columns: deliveryColumns,
  filters: [oneOfFilter('state', { label: 'State', all: 'All states', names: stateTexts, width: 160 })],
  rowName: ({ event, id }) => `${eventTitle(event)} ${id}`,
  rereadAfter: (data) => (data?.results.some(({ state }) => state === 'waiting') ? REFRESH_MS : false),
  empty: { icon: IconSend, hint: 'When an event of a webhook happens, its delivery is listed here for 30 days.' },
})

/** What was sent to the webhooks in the last 30 days. */
export function Deliveries() {
  const open = useList(deliveries)
  const { query } = open
  const redeliver = useAction('POST /api/v1/webhook-deliveries/{id}/redeliver/')
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={query.isRefetching}
      onClick={() => void query.refetch()}
    >
      Refresh
    </Button>
  )
  return (
    <Section title="Deliveries" lead="A failed delivery is repeated up to eight times in a day and a half." action={refresh}>
      <ListTable
        of={open}
        rowActions={({ id }) => [{ label: 'Deliver again', icon: IconSend, onClick: () => redeliver.mutate({ params: { id } }) }]}
      />
    </Section>
  )
}
