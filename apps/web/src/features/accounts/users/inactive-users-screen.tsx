import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import type { UserRow } from '@vialdesk/contract/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import { SelectAll } from '#web/ui/table/selection/select-all.tsx'
import { useSelection } from '#web/ui/table/selection/use-selection.ts'
import type { Column, ListState } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { InactiveSelectionBar } from './inactive-selection-bar.tsx'
import { useInactiveActions } from './use-account-actions.ts'
import { UserDetails } from './user-details.tsx'
import { UserDrawer } from './user-drawer.tsx'

const PAGE_SIZE = 10

interface Overlay {
  user?: number
  tab?: UserTab
}

const columns: Column<UserRow>[] = [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, width: 90 },
  { key: 'username', header: 'User', main: true, sort: 'name', cell: (user) => <bdi>{userDisplayName(user)}</bdi> },
  { key: 'email', header: 'Email', sort: 'email', cell: ({ email }) => email },
  { key: 'company', header: 'Company', sort: 'company', cell: ({ company }) => (company ? <bdi>{company}</bdi> : '—') },
  { key: 'membership', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  {
    key: 'date_joined',
    header: 'Joined',
    sort: '-joined',
    cell: ({ date_joined }) => <DateText value={date_joined} />,
    optional: true,
  },
  {
    key: 'last_login',
    header: 'Last login',
    sort: '-last_login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
    optional: true,
  },
]

type InactivePage = ListPage<{ search?: string }>
const useInactivePage = (): InactivePage => useListPage(PAGE_SIZE, (filter: { search?: string }) => [searchFilter(filter)])

/** The actions on the selected users. */
function useBulk(page: InactivePage, list: ListState<UserRow>) {
  const client = useQueryClient()
  const { selected, selection, clear } = useSelection(JSON.stringify(page.filter), list.data?.results)
  const selectAll = (
    <SelectAll
      count={list.data?.count}
      selected={selected.length}
      max={MAX_CHANGED_USERS}
      rows="users"
      readPage={(paging) =>
        client.fetchQuery(apiQuery('GET /api/v1/users/all/inactive/', { query: { ...page.query, ...paging } }))
      }
      onSelect={(all) => selection.set(all, true)}
    />
  )
  return { selection, bar: <InactiveSelectionBar users={selected} selectAll={selectAll} onClear={clear} /> }
}

/** Inactive users, newest account first. */
export function InactiveUsersScreen() {
  const page = useInactivePage()
  const overlay = useOverlay<Overlay>()
  const { user, tab = 'details' } = overlay.shown
  const close = () => overlay.close('user', 'tab')
  const query = apiQuery('GET /api/v1/users/all/inactive/', { query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const actions = useInactiveActions(close)
  const { selection, bar } = useBulk(page, list)
  return (
    <Screen
      title="Inactive Users"
      lead="Inactive users cannot log in and are hidden from all other lists. Their documents, payments and vials are kept."
    >
      <DataTable
        name="inactive-users"
        exports={{ list: 'GET /api/v1/users/all/inactive/', rows: ['user', 'users'] }}
        views="inactive-users"
        label="Inactive users"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={userDisplayName}
        empty={
          <EmptyState
            title="Empty table. There's nothing to show"
            hint="Users whom an admin sets inactive appear here. They can be activated again."
          />
        }
        rowHref={({ id }) => `/users/${id}`}
        onRow={({ id }) => overlay.open({ user: id })}
        rowActions={actions}
        selection={selection}
        loading="Loading users..."
        toolbar={
          <SearchInput
            label="Search inactive users"
            placeholder="ID, user, email, company…"
            value={page.filter.search}
            onSearch={(text) => page.change({ search: text })}
          />
        }
      />
      {bar}
      <UserDrawer id={user} tab={tab} onTab={(next) => overlay.update({ tab: next })} onClose={close} Details={UserDetails} />
    </Screen>
  )
}
