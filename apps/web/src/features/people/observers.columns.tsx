import type { Observer } from '@vialdesk/contract/people'
import { invitationText } from '#web/entities/invitation/invitation-text.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'

export const observerName = ({ first_name, last_name, email }: Observer) => `${first_name} ${last_name}`.trim() || email

function ObserverStatus({ active, invited }: Observer) {
  if (!active) return <StatusBadge meaning="bad">Inactive</StatusBadge>
  return invited ? (
    <StatusBadge meaning="neutral">{invitationText(invited)}</StatusBadge>
  ) : (
    <StatusBadge meaning="good">Active</StatusBadge>
  )
}

export const observerColumns: Column<Observer>[] = [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true, width: 90 },
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: (observer) => <bdi>{observerName(observer)}</bdi> },
  { key: 'email', sort: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'lab', header: 'Lab', cell: ({ lab }) => (lab ? <UserLink id={lab.id} name={lab.company || `#${lab.id}`} /> : '—') },
  { key: 'status', header: 'Status', cell: (observer) => <ObserverStatus {...observer} /> },
  {
    key: 'last_login',
    sort: '-last_login',
    header: 'Last login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
  },
]
