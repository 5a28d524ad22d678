import type { SalesPerson, SalesRole } from '@vialdesk/contract/sales'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { formatCount } from '#web/lib/format/format-count.ts'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'
import { memberName } from './team.columns.tsx'

export const salesRoleNames: Record<SalesRole, string> = {
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

export const salesPersonColumns: Column<SalesPerson>[] = [
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
