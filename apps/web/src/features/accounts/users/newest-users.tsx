import { Anchor, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { UserRow } from '@vialdesk/contract/accounts'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { ShortList } from '#web/ui/table/short-list.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const SHOWN = 5

const columns: Column<UserRow>[] = [
  { key: 'name', header: 'Name', main: true, cell: (user) => <bdi>{userDisplayName(user)}</bdi> },
  { key: 'membership', phone: 'line', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  { key: 'company', phone: 'line', header: 'Company', cell: ({ company }) => (company ? <bdi>{company}</bdi> : '—') },
  { key: 'joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

const allUsers = (
  <Anchor component={Link} to="/all-users" size="sm">
    All users
  </Anchor>
)

/** The users who joined last. */
export function NewestUsers({ onOpen }: { onOpen: (id: number) => void }) {
  const query = useQuery(apiQuery('GET /api/v1/users/all/', { query: { limit: SHOWN } }))
  return (
    <Section title="Newest users" action={allUsers}>
      <Loaded query={query} skeleton={<Skeleton h={SHOWN * 49} />}>
        {({ results }) => (
          <ShortList
            label="Newest users"
            columns={columns}
            rows={results}
            rowKey={({ id }) => id}
            rowName={userDisplayName}
            rowHref={({ id }) => `/users/${id}`}
            onRow={({ id }) => onOpen(id)}
          />
        )}
      </Loaded>
    </Section>
  )
}
