import type { UserRow } from '@vialdesk/contract/people/accounts'
import { MAX_CHANGED_USERS } from '@vialdesk/contract/people/people'
import { type ReactNode, useMemo } from 'react'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { signInFilter } from '#web/entities/invitation/sign-in-filter.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useListSelection } from '#web/entities/list/use-list-selection.tsx'
import { useMembershipChoices, useTagChoices } from '#web/entities/user/user-choices.ts'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import { periodText } from '#web/lib/format/periods.ts'
import type { ListFilter } from '#web/lib/url/list-filter.tsx'
import { asDay } from '#web/lib/url/search-params.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { choiceFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { searchFilter } from '#web/ui/table/filters/search-filter.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { useAccountActions } from './use-account-actions.ts'
import type { UserFormName } from './user-details.tsx'

/** `tagNames` by id. */
const userColumns = (tagNames: Map<number, string>): Column<UserRow>[] => [
  { key: 'id', header: 'ID', cell: ({ id }) => <span className="figures">{id}</span>, optional: true, width: 90 },
  {
    key: 'username',
    header: 'Name',
    main: true,
    sort: 'name',
    cell: userDisplayName,
    badge: invitationBadge,
  },
  { key: 'email', header: 'Email', sort: 'email', cell: ({ email }) => email },
  { key: 'membership', header: 'Membership', cell: ({ subscription }) => roleName(subscription) },
  { key: 'company', header: 'Company', sort: 'company', cell: ({ company }) => company || '—' },
  {
    key: 'phone_number',
    header: 'Phone',
    noWrap: true,
    cell: ({ phone_number }) => phone_number || '—',
    optional: true,
  },
  { key: 'hc_desc', header: 'Harvest center', cell: ({ hc_desc }) => centerLinks(hc_desc) },
  {
    key: 'rhc_desc',
    header: 'Referral harvest center',
    cell: ({ rhc_desc }) => centerLinks(rhc_desc),
    optional: true,
  },
  {
    key: 'tags',
    header: 'Tags',
    cell: ({ tags }) => tags.map((tag) => tagNames.get(tag) ?? `#${tag}`).join(', ') || '—',
    optional: true,
  },
  { key: 'date_joined', header: 'Joined', sort: '-joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
  {
    key: 'last_login',
    header: 'Last login',
    sort: '-last_login',
    cell: ({ last_login }) => <DateText value={last_login} withTime blank="Never" />,
    optional: true,
  },
]

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

const joinedFilter: ListFilter<{ joined_after?: string | undefined; joined_before?: string | undefined }> = {
  keys: { joined_after: asDay, joined_before: asDay },
  useChip: ({ joined_after, joined_before }) => {
    const period = periodText({ date_after: joined_after, date_before: joined_before })
    return period && `Joined: ${period}`
  },
}

const users = defineList('GET /api/v1/users/all/', {
  name: 'users',
  label: 'All users',
  pageSize: 20,
  views: 'users',
  filters: [
    searchFilter({ label: 'Search users', placeholder: 'Name, email, company, ID…' }),
    choiceFilter('membership', 'Membership', useMembershipChoices, (_, id) => roleName(id)),
    joinedFilter,
    choiceFilter('tag', 'Tag', useTagChoices),
    signInFilter,
  ],
  chipOrder: ['search', 'membership', 'joined_after', 'never_signed_in', 'tag'],
  rowName: userDisplayName,
  rowHref: ({ id }) => `/users/${id}`,
  loading: 'Loading users...',
})

/** All active users of the domain, newest first. */
export function AllUsersScreen({ onOpen, buttons, add, bulkActions, children }: Props) {
  const actions = useAccountActions(onOpen)
  const tags = useTagChoices().choices
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags])
  const columns = useMemo(() => userColumns(tagNames), [tagNames])
  const open = useList(users)
  const { selected, selection, clear, selectAll } = useListSelection(open, { max: MAX_CHANGED_USERS, rows: 'users' })
  return (
    <Screen
      title="Users"
      actions={
        <>
          {buttons}
          <ExportButton
            call="GET /api/v1/users/export-csv/"
            label="Export CSV"
            filter={open.page.filter}
            disabled={!open.list.data?.count}
          />
          {add}
        </>
      }
    >
      <ListTable of={open} columns={columns} onRow={({ id }) => onOpen(id)} rowActions={actions} selection={selection} />
      {bulkActions({ users: selected, onClear: clear, selectAll })}
      {children}
    </Screen>
  )
}
