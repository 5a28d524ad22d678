import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { useTagChoices } from '#web/entities/user/user-choices.ts'
import { roleName, userDisplayName } from '#web/entities/user/user-name.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/search-input.tsx'
import { useAccountActions } from './use-account-actions.ts'
import type { UserFormName } from './user-details.tsx'
import { UserFilters } from './user-filters.tsx'
import { userColumns } from './users.columns.tsx'

const PAGE_SIZE = 20

export interface UsersSearch {
  search?: string
  membership?: number
  tag?: number
}

/** All active users of the domain, newest first. */
export function UsersTable({ onOpen }: { onOpen: (id: number, form?: UserFormName) => void }) {
  const actions = useAccountActions(onOpen)
  const tags = useTagChoices().choices
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags])
  const columns = useMemo(() => userColumns(tagNames), [tagNames])
  const page = useListPage<UsersSearch>(PAGE_SIZE, ({ search, membership, tag }) => [
    searchFilter({ search }),
    { keys: ['membership'], label: membership && `Membership: ${roleName(membership)}` },
    { keys: ['tag'], label: tag && `Tag: ${tagNames.get(tag) ?? tag}` },
  ])
  const { filter, change } = page
  const list = useQuery({ ...apiQuery('GET /api/v1/users/all/', { query: page.query }), placeholderData: keepPreviousData })
  return (
    <Section
      title="Users"
      action={
        <ExportButton call="GET /api/v1/users/export-csv/" label="Export CSV" filter={filter} disabled={!list.data?.count} />
      }
    >
      <DataTable
        name="users"
        label="All users"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={userDisplayName}
        onRow={({ id }) => onOpen(id)}
        rowActions={actions}
        loading="Loading users..."
        toolbar={
          <>
            <SearchInput
              label="Search users"
              placeholder="Name, email, company, ID…"
              value={filter.search}
              onSearch={(text) => change({ search: text })}
            />
            <UserFilters membership={filter.membership} tag={filter.tag} onChange={change} />
          </>
        }
      />
    </Section>
  )
}
