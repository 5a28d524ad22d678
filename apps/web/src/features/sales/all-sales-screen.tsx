import type { ReactNode } from 'react'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.ts'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { useDistributorChoices, useManagerChoices } from '#web/entities/user/user-choices.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import { salesPersonColumns, salesRoleNames } from './sales-people.columns.tsx'
import { memberName } from './team.columns.tsx'

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
