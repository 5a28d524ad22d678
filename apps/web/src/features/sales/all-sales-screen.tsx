import type { SalesPerson, SalesRole } from '@vialdesk/contract/people/sales'
import type { ReactNode } from 'react'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.ts'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useDistributorChoices, useManagerChoices } from '#web/entities/user/user-choices.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'
import { memberName } from './teams.tsx'

const salesRoleNames: Record<SalesRole, string> = {
  sales_rep: 'Sales rep',
  sales_manager: 'Sales manager',
  sales_distributor: 'Distributor',
}

/** The size of the team below a person. A rep has no team. */
function teamText({ role, managers, reps }: SalesPerson): string {
  const repText = `${formatCount(reps)} ${reps === 1 ? 'rep' : 'reps'}`
  if (role === 'sales_rep') return '—'
  return role === 'sales_manager' ? repText : `${formatCount(managers)} ${managers === 1 ? 'manager' : 'managers'}, ${repText}`
}

const count = (key: 'centers' | 'patients', header: string): Column<SalesPerson> => ({
  key,
  header,
  align: 'right',
  cell: (row) => <span className="figures">{formatCount(row[key])}</span>,
})

const salesPersonColumns: Column<SalesPerson>[] = [
  {
    key: 'name',
    sort: 'name',
    header: 'Name',
    main: true,
    cell: (row) => <bdi>{memberName(row)}</bdi>,
    badge: invitationBadge,
  },
  { key: 'role', sort: 'role', phone: 'line', header: 'Role', cell: ({ role }) => salesRoleNames[role] },
  { key: 'email', sort: 'email', header: 'Email', optional: true, cell: ({ email }) => <MailLink to={email} /> },
  { key: 'phone', header: 'Phone', noWrap: true, optional: true, cell: ({ phone_number }) => phone_number || '—' },
  { key: 'manager', header: 'Manager', cell: ({ sales_manager }) => (sales_manager ? memberName(sales_manager) : '—') },
  {
    key: 'distributor',
    header: 'Distributor',
    cell: ({ sales_distributor }) => (sales_distributor ? memberName(sales_distributor) : '—'),
  },
  { key: 'team', phone: 'line', header: 'Team', cell: teamText },
  count('centers', 'Centers'),
  count('patients', 'Patients'),
  { key: 'joined', sort: '-joined', header: 'Joined', cell: (row) => <DateText value={row.date_joined} /> },
]

const salesPeople = defineList('GET /api/v1/sales-people/', {
  name: 'all-sales',
  label: 'Sales people',
  pageSize: 10,
  views: 'sales',
  exports: { rows: ['person', 'people'] },
  columns: salesPersonColumns,
  filters: [
    searchFilter({ label: 'Search sales people', placeholder: 'Name, email, ID…' }),
    oneOfFilter('role', { label: 'Role', all: 'All roles', names: salesRoleNames, width: 180 }),
    choiceFilter('sales_manager_id', 'Manager', useManagerChoices),
    choiceFilter('sales_distributor_id', 'Distributor', useDistributorChoices),
    signInFilter,
  ],
  rowName: memberName,
  rowHref: ({ id }) => `/users/${id}`,
  empty: 'Sales people sign up on their own page, or you add them. Centers belong to a sales rep.',
})

interface Props {
  onOpen: (row: { id: number }) => void
  /** The primary action. */
  add: ReactNode
  /** Drawers and forms over the list. */
  children: ReactNode
}

/** All sales reps, managers and distributors, for admins. */
export const AllSalesScreen = ({ onOpen, add, children }: Props) => (
  <Screen title="Sales" lead="Sales reps, their managers and distributors." actions={add}>
    <List of={salesPeople} onRow={onOpen} rowActions={useInvitationActions()} />
    {children}
  </Screen>
)
