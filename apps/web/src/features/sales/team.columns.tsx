import type { TeamMember, TeamRep } from '@vialdesk/contract/sales'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'

interface Named {
  id: number
  first_name: string
  last_name: string
}
export const memberName = ({ id, first_name, last_name }: Named) => [first_name, last_name].filter(Boolean).join(' ') || `#${id}`

const name = { key: 'name', sort: 'name', header: 'Name', main: true, cell: memberName }
const email = {
  key: 'email',
  sort: 'email',
  phone: 'line' as const,
  header: 'Email',
  cell: ({ email }: TeamMember) => <MailLink to={email} />,
}
const joined = {
  key: 'joined',
  sort: '-joined',
  header: 'Joined',
  cell: (row: TeamMember) => <DateText value={row.date_joined} />,
}
const members = (header: string) => ({
  key: 'members',
  sort: '-members',
  phone: 'labelled' as const,
  header,
  align: 'right' as const,
  cell: (row: TeamMember) => <span className="figures">{formatCount(row.members)}</span>,
})

export const teamRepColumns: Column<TeamMember>[] = [name, email, joined, members('Centers')]
export const teamManagerColumns: Column<TeamMember>[] = [name, email, joined, members('Sales reps')]
export const repWithManagerColumns: Column<TeamRep>[] = [
  name,
  {
    key: 'manager',
    phone: 'labelled',
    header: 'Sales manager',
    cell: ({ sales_manager }) => (sales_manager ? <UserLink id={sales_manager.id} name={memberName(sales_manager)} /> : '—'),
  },
  { ...email, phone: 'hidden' },
  joined,
  members('Centers'),
]

/** What all lists of people of a team have. */
export const teamList = {
  pageSize: 10,
  rowName: memberName,
  rowHref: ({ id }: { id: number }) => `/users/${id}`,
}
