import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { SalesRole } from '@vialdesk/contract/sales'
import type { ReactNode } from 'react'
import { useDistributorChoices, useManagerChoices } from '#web/entities/user/user-choices.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { type Choices, nameOfChoice } from '#web/lib/forms/choices.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { FilterPanel } from '#web/ui/table/filters/filter-panel.tsx'
import { FilterSelect } from '#web/ui/table/filters/filter-select.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { salesPersonColumns, salesRoleNames } from './sales-people.columns.tsx'
import { memberName } from './team.columns.tsx'

const PAGE_SIZE = 10

interface SalesSearch {
  search?: string | undefined
  role?: SalesRole | undefined
  sales_manager_id?: number | undefined
  sales_distributor_id?: number | undefined
}

const roleOptions = Object.entries(salesRoleNames).map(([value, label]) => ({ value: value as SalesRole, label }))

interface Props {
  onOpen: (row: { id: number }) => void
  /** The primary action. */
  add: ReactNode
  /** Drawers and forms over the list. */
  children: ReactNode
}

interface ToolbarProps {
  page: ListPage<SalesSearch>
  managers: Choices
  distributors: Choices
}

function Toolbar({ page: { filter, change }, managers, distributors }: ToolbarProps) {
  return (
    <>
      <SearchInput
        label="Search sales people"
        placeholder="Name, email, ID…"
        value={filter.search}
        onSearch={(search) => change({ search })}
      />
      <FilterSelect
        label="Role"
        all="All roles"
        options={roleOptions}
        value={filter.role}
        onChange={(role) => change({ role })}
        width={180}
      />
      <FilterPanel on={Number(filter.sales_manager_id !== undefined) + Number(filter.sales_distributor_id !== undefined)}>
        <ChoiceSelect
          inPopover
          label="Manager"
          placeholder="All"
          {...managers}
          value={filter.sales_manager_id ?? null}
          onChange={(id) => change({ sales_manager_id: id ?? undefined })}
        />
        <ChoiceSelect
          inPopover
          label="Distributor"
          placeholder="All"
          {...distributors}
          value={filter.sales_distributor_id ?? null}
          onChange={(id) => change({ sales_distributor_id: id ?? undefined })}
        />
      </FilterPanel>
    </>
  )
}

/** All sales reps, managers and distributors, for admins. */
export function AllSalesScreen({ onOpen, add, children }: Props) {
  const [managers, distributors] = [useManagerChoices(), useDistributorChoices()]
  const page = useListPage<SalesSearch>(PAGE_SIZE, ({ search, role, sales_manager_id: manager, sales_distributor_id: head }) => [
    searchFilter({ search }),
    { keys: ['role'], label: role && `Role: ${salesRoleNames[role]}` },
    { keys: ['sales_manager_id'], label: manager && `Manager: ${nameOfChoice(managers, manager)}` },
    { keys: ['sales_distributor_id'], label: head && `Distributor: ${nameOfChoice(distributors, head)}` },
  ])
  const query = apiQuery('GET /api/v1/sales-people/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <Screen title="Sales" lead="Sales reps, their managers and distributors." actions={add}>
      <DataTable
        name="all-sales"
        exports={{ list: 'GET /api/v1/sales-people/', rows: ['person', 'people'] }}
        views="sales"
        rowHref={({ id }) => `/users/${id}`}
        label="Sales people"
        columns={salesPersonColumns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={memberName}
        onRow={onOpen}
        empty={
          <EmptyState
            title="Empty table. There's nothing to show"
            hint="Sales people sign up on their own page, or you add them. Centers belong to a sales rep."
          />
        }
        toolbar={<Toolbar page={page} managers={managers} distributors={distributors} />}
      />
      {children}
    </Screen>
  )
}
