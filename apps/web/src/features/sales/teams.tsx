import { IconUserMinus, IconUsers } from '@tabler/icons-react'
import type { TeamMember, TeamRep } from '@vialdesk/contract/people/sales'
import { useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useAction } from '#web/lib/api/use-call.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { DrawerOf } from '#web/ui/dialogs/drawer-of.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
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

const teamRepColumns: Column<TeamMember>[] = [name, email, joined, members('Centers')]
const teamManagerColumns: Column<TeamMember>[] = [name, email, joined, members('Sales reps')]
const repWithManagerColumns: Column<TeamRep>[] = [
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
const teamList = {
  pageSize: 10,
  rowName: memberName,
  rowHref: ({ id }: { id: number }) => `/users/${id}`,
}

const removals = {
  rep: {
    call: 'GET /api/v1/sales-rep/{id}/remove-team/',
    consequence: 'The sales rep keeps the account, centers and patients. You no longer see them. Only an admin can undo this.',
  },
  manager: {
    call: 'GET /api/v1/sales-distributors/{id}/remove-team/',
    consequence:
      'The sales manager keeps the account and sales reps. You no longer see them or their patients. Only an admin can undo this.',
  },
} as const

/** Asks for confirmation, because only an admin can undo the removal. */
function useRemoveAction(of: keyof typeof removals) {
  const { call, consequence } = removals[of]
  const remove = useAction(call)
  return (member: TeamMember): RowAction => ({
    label: 'Remove from team',
    icon: IconUserMinus,
    danger: true,
    asks: { title: `Remove ${memberName(member)} from your team?`, consequence },
    onClick: () => remove.mutate({ params: { id: member.id } }),
  })
}

const ownReps = defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
  ...teamList,
  name: 'manager-team',
  label: 'Your sales reps',
  exports: { rows: ['sales rep', 'sales reps'] },
  columns: teamRepColumns,
  empty: 'Add a sales rep under Add Sales Rep. The rep gets a link by mail and brings centers.',
})

/** The reps of a manager. */
export function ManagerTeam({ id }: { id: number }) {
  const removeAction = useRemoveAction('rep')
  return (
    <Section title="Your team" anchor="team">
      <List of={ownReps} params={{ id }} rowActions={(rep) => [removeAction(rep)]} />
    </Section>
  )
}

const repsOf = (manager: TeamMember) =>
  defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
    ...teamList,
    name: 'reps-of-manager',
    label: `Sales reps of ${memberName(manager)}`,
    isLocal: true,
    columns: teamRepColumns,
    empty: 'This manager has added no sales rep yet.',
  })

const managers = defineList('GET /api/v1/sales-distributors/{id}/sales-managers/', {
  ...teamList,
  name: 'distributor-team',
  label: 'Your sales managers',
  exports: { rows: ['sales manager', 'sales managers'] },
  columns: teamManagerColumns,
  empty: 'Add a sales manager under Add Sales Manager. Managers add their own reps.',
})

/** The managers of a distributor; a drawer shows the reps of each manager. */
export function DistributorTeam({ id }: { id: number }) {
  const [open, setOpen] = useState<TeamMember>()
  const removeAction = useRemoveAction('manager')
  return (
    <Section title="Your team" anchor="team">
      <List
        of={managers}
        params={{ id }}
        onRow={setOpen}
        rowActions={(manager) => [
          { label: 'Show sales reps', icon: IconUsers, onClick: () => setOpen(manager) },
          removeAction(manager),
        ]}
      />
      <DrawerOf of={open} onClose={() => setOpen(undefined)} title={(shown) => `Sales reps of ${memberName(shown)}`} size="xl">
        {(shown) => <List key={shown.id} of={repsOf(shown)} params={{ id: shown.id }} />}
      </DrawerOf>
    </Section>
  )
}

const teams = {
  manager: defineList('GET /api/v1/sales-rep/sales-manager/list/{id}/', {
    ...teamList,
    name: 'team-of-manager',
    label: 'Sales reps',
    isLocal: true,
    exports: { rows: ['rep', 'reps'], onlyAll: true },
    columns: teamRepColumns,
    empty: 'This manager has no sales rep yet.',
  }),
  distributor: defineList('GET /api/v1/sales-distributors/{id}/sales-managers/', {
    ...teamList,
    name: 'team-of-distributor',
    label: 'Sales managers',
    isLocal: true,
    exports: { rows: ['manager', 'managers'], onlyAll: true },
    columns: teamManagerColumns,
    empty: 'This distributor has no sales manager yet.',
  }),
}

interface OfUserProps {
  /** The manager or distributor. */
  id: number
  of: 'manager' | 'distributor'
}

/** The people directly below a manager or a distributor, in a tab of its drawer or page. */
export const TeamOfUser = ({ id, of }: OfUserProps) =>
  of === 'manager' ? <List of={teams.manager} params={{ id }} /> : <List of={teams.distributor} params={{ id }} />

const allReps = defineList('GET /api/v1/sales-distributors/{id}/sales-rep/', {
  ...teamList,
  name: 'team-reps',
  label: 'Sales reps',
  exports: { rows: ['sales rep', 'sales reps'] },
  columns: repWithManagerColumns,
  empty: 'Your sales managers add their reps. They appear here.',
})

/** All reps below a distributor, with their managers. */
export function TeamRepsScreen() {
  const id = useSession()?.user.id
  return (
    <Screen title="Team Sales Reps" lead="The sales reps of your managers.">
      {id && <List of={allReps} params={{ id }} />}
    </Screen>
  )
}
