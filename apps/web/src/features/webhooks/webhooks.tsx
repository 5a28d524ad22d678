import { Button, Stack, Text } from '@mantine/core'
import { IconRefresh, IconSend, IconWebhook } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type WebhookEndpoint, webhookEventTitles } from '@vialdesk/contract/business/webhooks'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { FormDialogOf } from '#web/ui/dialogs/drawer-of.tsx'
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx'
import { AddButton } from '#web/ui/layout/add-button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { deliveryColumns, eventTitle, hostOf, stateTexts } from './delivery.columns.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import { useEndpointActions } from './use-endpoint-actions.ts'

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

/** The deliveries to webhooks in the last 30 days. */
function Deliveries() {
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

const endpointColumns: Column<WebhookEndpoint>[] = [
  {
    key: 'url',
    header: 'URL',
    main: true,
    cell: ({ url }) => (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {url}
      </Text>
    ),
  },
  { key: 'events', header: 'Events', cell: ({ events }) => events.map((event) => webhookEventTitles[event]).join(', ') },
  {
    key: 'state',
    header: 'State',
    cell: ({ active }) => <StatusBadge meaning={active ? 'good' : 'neutral'}>{active ? 'On' : 'Off'}</StatusBadge>,
  },
  {
    key: 'secret',
    header: 'Secret',
    cell: ({ previous_secret_until }) =>
      previous_secret_until ? (
        <Stack gap={0}>
          <span>Replaced</span>
          <Text size="sm" c="dimmed">
            The previous one works until <DateText value={previous_secret_until} withTime />
          </Text>
        </Stack>
      ) : (
        'Current'
      ),
  },
]

/** The edited webhook; `new` for a new one. */
type OpenForm = WebhookEndpoint | 'new'

function Endpoints({ onOpen, onSecret }: { onOpen: (open: OpenForm) => void; onSecret: (secret: string) => void }) {
  const query = useQuery(apiQuery('GET /api/v1/webhook-endpoints/'))
  const actions = useEndpointActions({ onEdit: onOpen, onSecret })
  const add = <AddButton onClick={() => onOpen('new')}>Add webhook</AddButton>
  const hint = 'Add the address of your system, and choose the events that it gets.'
  return (
    <Section title="Webhooks" lead="Tell your own systems at once when something happens here." action={add}>
      <Loaded query={query} loading="Loading webhooks…">
        {(endpoints) => (
          <ShortList
            label="Webhooks"
            columns={endpointColumns}
            rows={endpoints}
            rowKey={({ id }) => id}
            rowName={({ url }) => hostOf(url)}
            rowActions={actions}
            empty={<EmptyState icon={IconWebhook} hint={hint} />}
          />
        )}
      </Loaded>
    </Section>
  )
}

/** The webhooks of the domain and what was sent to them. */
export function Webhooks() {
  const [open, setOpen] = useState<OpenForm>()
  const close = () => setOpen(undefined)
  const [secret, setSecret] = useState<string>()
  return (
    <Stack gap="xl">
      <Endpoints onOpen={setOpen} onSecret={setSecret} />
      <Deliveries />
      <FormDialogOf of={open} onClose={close} title={(shown) => (shown === 'new' ? 'Add webhook' : 'Edit webhook')}>
        {(shown) => <EndpointForm endpoint={shown === 'new' ? undefined : shown} onClose={close} onSecret={setSecret} />}
      </FormDialogOf>
      <SecretDialog title="Secret of the webhook" name="secret" secret={secret} onClose={() => setSecret(undefined)}>
        Every message is signed with it, as the Standard Webhooks describe: HMAC-SHA256 in the header webhook-signature.
      </SecretDialog>
    </Stack>
  )
}
