import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTags } from '#web/entities/user/user-choices.ts'
import { ask } from '#web/lib/api.ts'
import { searchFilter, useListPage } from '#web/lib/use-list-page.ts'
import { nameOfUser, roleName } from '#web/lib/user-words.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Section } from '#web/ui/section.tsx'
import { ExportButton } from './export-button.tsx'
import { useAccountActions } from './use-account-actions.ts'
import type { UserFormName } from './user-body.tsx'
import { UserFilters } from './user-filters.tsx'
import { userColumns } from './users.columns.tsx'

const PAGE = 20

export interface UsersSearch {
  search?: string
  membership?: number
  tag?: number
}

/** All active users of the domain, newest first. */
export function UsersTable({ onOpen }: { onOpen: (id: number, form?: UserFormName) => void }) {
  const actions = useAccountActions(onOpen)
  const tags = useTags().choices
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags])
  const columns = useMemo(() => userColumns(tagNames), [tagNames])
  const page = useListPage<UsersSearch>(PAGE, ({ search, membership, tag }) => [
    searchFilter({ search }),
    { keys: ['membership'], label: membership && `Membership: ${roleName(membership)}` },
    { keys: ['tag'], label: tag && `Tag: ${tagNames.get(tag) ?? tag}` },
  ])
  const { filter, change } = page
  const list = useQuery({ ...ask('GET /api/v1/users/all/', { query: page.query }), placeholderData: keepPreviousData })
  return (
    <Section title="Users" action={<ExportButton filter={filter} disabled={!list.data?.count} />}>
      <DataTable
        name="users"
        label="All users"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={nameOfUser}
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
