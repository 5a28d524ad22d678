import { useQuery } from '@tanstack/react-query'
import type { UserRow } from '@vialdesk/contract/people/accounts'
import { NEWEST, NewestRows } from '#web/entities/list/newest-rows.tsx'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const columns: Column<UserRow>[] = [
  { key: 'name', header: 'Name', main: true, cell: (user) => <bdi>{userDisplayName(user)}</bdi> },
  { key: 'membership', phone: 'line', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  { key: 'company', phone: 'line', header: 'Company', cell: ({ company }) => (company ? <bdi>{company}</bdi> : '—') },
  { key: 'joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

/** The users who joined last. */
export const NewestUsers = ({ onOpen }: { onOpen: (id: number) => void }) => (
  <NewestRows<UserRow>
    title="Newest users"
    all={{ to: '/all-users', label: 'All users' }}
    query={useQuery(apiQuery('GET /api/v1/users/all/', { query: { limit: NEWEST } }))}
    columns={columns}
    rowName={userDisplayName}
    rowHref={({ id }) => `/users/${id}`}
    onRow={({ id }) => onOpen(id)}
  />
)
