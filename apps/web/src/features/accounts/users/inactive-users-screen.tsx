import { Button, Group } from '@mantine/core'
import type { UserRow } from '@vialdesk/contract/people/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people/people'
import type { ReactNode } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { useSwitchUsers } from '#web/entities/user/use-bulk-change.ts'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import type { UserTab } from '#web/entities/user/user-tabs.ts'
import { useOverlay } from '#web/lib/url/use-overlay.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import { ExportChosen } from '#web/ui/table/selection/export-chosen.tsx'
import { SelectionBar } from '#web/ui/table/selection/selection-bar.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { useInactiveActions } from './use-account-actions.ts'
import { UserDetails } from './user-details.tsx'
import { UserDrawer } from './user-drawer.tsx'

interface Props {
  users: readonly UserRow[]
  selectAll: ReactNode
  onClear: () => void
}

/** Exports the selected inactive users, and activates them. */
function InactiveSelectionBar({ users, selectAll, onClear }: Props) {
  const activate = useSwitchUsers('activate', onClear)
  const ids = users.map(({ id }) => id)
  return (
    <SelectionBar
      label="Selected users"
      count={ids.length}
      most={{ count: MAX_CHANGED_USERS, rows: 'users' }}
      selectAll={selectAll}
      onClear={onClear}
    >
      <Group gap="xs">
        <ExportChosen list="GET /api/v1/users/all/inactive/" rows={['user', 'users']} ids={ids} />
        <Button loading={activate.isPending} onClick={() => activate.start(ids)}>
          Activate
        </Button>
      </Group>
    </SelectionBar>
  )
}

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

const inactiveUsers = defineList('GET /api/v1/users/all/inactive/', {
  name: 'inactive-users',
  label: 'Inactive users',
  pageSize: 10,
  views: 'inactive-users',
  exports: { rows: ['user', 'users'] },
  columns,
  filters: [searchFilter({ label: 'Search inactive users', placeholder: 'ID, user, email, company…' })],
  rowName: userDisplayName,
  rowHref: ({ id }) => `/users/${id}`,
  empty: 'Users whom an admin sets inactive appear here. They can be activated again.',
  loading: 'Loading users...',
})

/** Inactive users, newest account first. */
export function InactiveUsersScreen() {
  const open = useList(inactiveUsers)
  const overlay = useOverlay<Overlay>()
  const { user, tab = 'details' } = overlay.shown
  const close = () => overlay.close('user', 'tab')
  const actions = useInactiveActions(close)
  const { selected, selection, clear, selectAll } = useListSelection(open, { max: MAX_CHANGED_USERS, rows: 'users' })
  return (
    <Screen
      title="Inactive Users"
      lead="Inactive users cannot log in and are hidden from all other lists. Their documents, payments and vials are kept."
    >
      <ListTable of={open} onRow={({ id }) => overlay.open({ user: id })} rowActions={actions} selection={selection} />
      <InactiveSelectionBar users={selected} selectAll={selectAll} onClear={clear} />
      <UserDrawer id={user} tab={tab} onTab={(next) => overlay.update({ tab: next })} onClose={close} Details={UserDetails} />
    </Screen>
  )
}
