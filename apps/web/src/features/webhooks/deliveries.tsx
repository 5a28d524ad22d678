import { Button } from '@mantine/core'
import { IconRefresh, IconSend } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { WebhookDelivery } from '@vialdesk/contract/webhooks'
import { useState } from 'react'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { useLocalCursorPage, withoutCount } from '#web/lib/url/use-cursor-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { CursorPages } from '#web/ui/table/cursor-pages.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { deliveryColumns, eventTitle, stateTexts } from './delivery.columns.tsx'

type State = WebhookDelivery['state']

const PAGE_SIZE = 10
const REFRESH_MS = 5000
const states = Object.entries(stateTexts).map(([value, label]) => ({ value: value as State, label }))

/** The state is chosen here and not in the URL, which belongs to the screen around it. */
function useDeliveries() {
  const [state, setState] = useState<State>()
  const page = useLocalCursorPage(PAGE_SIZE)
  const choose = (next: State | undefined) => {
    page.go({})
    setState(next)
  }
  const clear = () => choose(undefined)
  const chips = state ? [{ key: 'state', label: `State: ${stateTexts[state]}`, onRemove: clear }] : []
  const query = useQuery({
    ...apiQuery('GET /api/v1/webhook-deliveries/', { query: { ...page.query, ...(state && { state }) } }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => (data?.results.some((each) => each.state === 'waiting') ? REFRESH_MS : false),
  })
  const list = { ...query, data: withoutCount(query.data, page) }
  return { state, choose, list, page: { ...page, chips, clear } }
}

/** What was sent to the webhooks in the last 30 days. */
export function Deliveries() {
  const { state, choose, list, page } = useDeliveries()
  const redeliver = useMutation({
    ...apiMutation('POST /api/v1/webhook-deliveries/{id}/redeliver/'),
    onSuccess: ({ message }) => showSuccess(message),
  })
  const refresh = (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={list.isRefetching}
      onClick={() => void list.refetch()}
    >
      Refresh
    </Button>
  )
  const filter = <FilterSelect label="State" all="All states" options={states} value={state} onChange={choose} width={160} />
  const hint = 'When an event of a webhook happens, its delivery is listed here for 30 days.'
  return (
    <Section title="Deliveries" lead="A failed delivery is repeated up to eight times in a day and a half." action={refresh}>
      <DataTable
        name="webhook-deliveries"
        label="Deliveries"
        columns={deliveryColumns}
        list={list}
        page={page}
        pages={<CursorPages data={list.data} page={page} />}
        rowKey={({ id }) => id}
        rowName={({ event, id }) => `${eventTitle(event)} ${id}`}
        rowActions={({ id }) => [{ label: 'Deliver again', icon: IconSend, onClick: () => redeliver.mutate({ params: { id } }) }]}
        empty={<EmptyState icon={IconSend} title="Empty table. There's nothing to show" hint={hint} />}
        toolbar={filter}
      />
    </Section>
  )
}
