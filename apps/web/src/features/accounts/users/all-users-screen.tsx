import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UserRow } from '@vialdesk/contract/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people'
import { type ReactNode, useMemo } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.tsx'
import { useTagChoices } from '#web/entities/user/user-choices.ts'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { periodText } from '#web/lib/format/periods.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import type { ListState, RowSelection } from '#web/ui/table/table-types.ts'
import { useAccountActions } from './use-account-actions.ts'
import type { UserFormName } from './user-details.tsx'
import { UserFilters } from './user-filters.tsx'
import { userColumns } from './users.columns.tsx'

const PAGE_SIZE = 20

export interface UsersSearch {
  search?: string
  membership?: number
  tag?: number
  joined_after?: string
  joined_before?: string
  never_signed_in?: 'true'
}

interface BulkSelection {
  users: UserRow[]
  /** The button that selects the users of all pages. */
  selectAll: ReactNode
  onClear: () => void
}

interface Props {
  onOpen: (id: number, form?: UserFormName) => void
  /** Buttons next to the export. */
  buttons: ReactNode
  /** The primary action. */
  add: ReactNode
  /** The actions on selected users, provided by another feature. */
  bulkActions: (selection: BulkSelection) => ReactNode
  /** Lists and drawers below the table. */
  children: ReactNode
}

function joinedText({ joined_after, joined_before }: UsersSearch): string | undefined {
  const period = periodText({ date_after: joined_after, date_before: joined_before })
  return period && `Joined: ${period}`
}

function useUserPage(tagNames: Map<number, string>) {
  return useListPage<UsersSearch>(PAGE_SIZE, ({ search, membership, tag, joined_after, joined_before, never_signed_in }) => [
    searchFilter({ search }),
    { keys: ['membership'], label: membership && `Membership: ${roleName(membership)}` },
    {
      keys: ['joined_after', 'joined_before'],
      label: joinedText({ joined_after, joined_before }),
    },
    signInFilter({ never_signed_in }),
    { keys: ['tag'], label: tag && `Tag: ${tagNames.get(tag) ?? tag}` },
  ])
}

interface SelectAllProps {
  page: ReturnType<typeof useUserPage>
  list: ListState<UserRow>
  selected: readonly UserRow[]
  selection: RowSelection<UserRow>
}

function SelectAllUsers({ page, list, selected, selection }: SelectAllProps) {
  const client = useQueryClient()
  return (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={MAX_CHANGED_USERS}
      rows="users"
      readPage={(paging) => client.fetchQuery(apiQuery('GET /api/v1/users/all/', { query: { ...page.query, ...paging } }))}
      onSelect={(all) => selection.set(all, true)}
    />
  )
}

/** All active users of the domain, newest first. */
export function AllUsersScreen({ onOpen, buttons, add, bulkActions, children }: Props) {
  const actions = useAccountActions(onOpen)
  const tags = useTagChoices().choices
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags])
  const columns = useMemo(() => userColumns(tagNames), [tagNames])
  const page = useUserPage(tagNames)
  const { filter, change } = page
  const list = useQuery({ ...apiQuery('GET /api/v1/users/all/', { query: page.query }), placeholderData: keepPreviousData })
  const { selected, selection, clear } = useSelection(JSON.stringify(filter), list.data?.results)
  return (
    <Screen
      title="Users"
      actions={
        <>
          {buttons}
          <ExportButton call="GET /api/v1/users/export-csv/" label="Export CSV" filter={filter} disabled={!list.data?.count} />
          {add}
        </>
      }
    >
      <DataTable
        name="users"
        rowHref={({ id }) => `/users/${id}`}
        label="All users"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={userDisplayName}
        onRow={({ id }) => onOpen(id)}
        rowActions={actions}
        selection={selection}
        loading="Loading users..."
        views="users"
        toolbar={
          <>
            <SearchInput
              label="Search users"
              placeholder="Name, email, company, ID…"
              value={filter.search}
              onSearch={(text) => change({ search: text })}
            />
            <UserFilters filter={filter} onChange={change} />
          </>
        }
      />
      {bulkActions({
        users: selected,
        onClear: clear,
        selectAll: <SelectAllUsers {...{ page, list, selected, selection }} />,
      })}
      {children}
    </Screen>
  )
}
