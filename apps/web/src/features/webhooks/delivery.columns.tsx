import { Text } from '@mantine/core'
import { type WebhookDelivery, type WebhookEvent, webhookEventTitles } from '@vialdesk/contract/business/webhooks'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

type State = WebhookDelivery['state']

export const stateTexts: Record<State, string> = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }
const meanings: Record<State, StatusMeaning> = { waiting: 'waiting', delivered: 'good', failed: 'bad' }

const titles: Record<string, string> = webhookEventTitles
export const eventTitle = (event: WebhookEvent | string) => titles[event] ?? 'Test event'

/** The path may be a secret of the receiver, and is long. */
export const hostOf = (url: string) => new URL(url).host

const resultText = ({ problem, status }: WebhookDelivery) => problem || (status === null ? 'Not sent yet' : `Status ${status}`)

export const deliveryColumns: Column<WebhookDelivery>[] = [
  { key: 'event', header: 'Event', main: true, cell: ({ event }) => eventTitle(event) },
  {
    key: 'to',
    header: 'Sent to',
    cell: ({ url }) => (
      <Text span inherit style={{ overflowWrap: 'anywhere' }}>
        {hostOf(url)}
      </Text>
    ),
  },
  {
    key: 'state',
    header: 'State',
    cell: ({ state }) => <StatusBadge meaning={meanings[state]}>{stateTexts[state]}</StatusBadge>,
  },
  { key: 'result', header: 'Last answer', cell: resultText },
  { key: 'attempts', header: 'Attempts', align: 'right', cell: ({ attempts }) => <span className="figures">{attempts}</span> },
  { key: 'created', header: 'Created', noWrap: true, cell: ({ created_at }) => <DateText value={created_at} withTime /> },
  {
    key: 'attempted',
    header: 'Last attempt',
    noWrap: true,
    optional: true,
    cell: ({ attempted_at }) => <DateText value={attempted_at} withTime />,
  },
]
