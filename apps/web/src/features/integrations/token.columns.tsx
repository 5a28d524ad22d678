import { Text } from '@mantine/core'
import type { AccessToken } from '@vialdesk/contract/integrations'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const isLive = ({ revoked_at, expires_at }: AccessToken, now = Date.now()): boolean =>
  revoked_at === null && new Date(expires_at).getTime() > now

function TokenState({ token }: { token: AccessToken }) {
  if (token.revoked_at !== null) return <StatusBadge meaning="neutral">Revoked</StatusBadge>
  return isLive(token) ? <StatusBadge meaning="good">Active</StatusBadge> : <StatusBadge meaning="bad">Expired</StatusBadge>
}

/** The calls of a token: one by its key, more by their number, with all of them on hover. */
const callsText = ({ calls }: AccessToken) =>
  calls.length === 1 ? calls[0] : <Text span inherit title={calls.join('\n')}>{`${formatCount(calls.length)} calls`}</Text>

export const tokenColumns: Column<AccessToken>[] = [
  { key: 'name', header: 'Name', main: true, cell: ({ name }) => <bdi>{name}</bdi> },
  { key: 'prefix', header: 'Begins with', noWrap: true, cell: ({ prefix }) => `${prefix}…` },
  { key: 'calls', header: 'May make', cell: callsText },
  { key: 'created_by', header: 'Made by', cell: ({ created_by }) => created_by.name },
  { key: 'last_used_at', header: 'Last used', cell: ({ last_used_at }) => <DateText value={last_used_at} blank="Never" /> },
  { key: 'expires_at', header: 'Expires', cell: ({ expires_at }) => <DateText value={expires_at} /> },
  { key: 'state', header: 'State', cell: (token) => <TokenState token={token} /> },
]
