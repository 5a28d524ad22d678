import { Stack, Text } from '@mantine/core'
import { type WebhookEndpoint, webhookEventTitles } from '@vialdesk/contract/webhooks'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const endpointColumns: Column<WebhookEndpoint>[] = [
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
