import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { ask } from '#web/lib/api.ts'
import { useTags } from '#web/lib/choices.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { nameOfUser, roleName } from '#web/lib/user-words.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { type Chip, FilterChips } from '#web/ui/filter-chips.tsx'
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
  offset?: number
}

/** All active users of the domain, newest first. */
export function UsersTable({ onOpen }: { onOpen: (id: number, form?: UserFormName) => void }) {
  const { filter, change } = useFilters<UsersSearch>()
  const { search, membership, tag, offset = 0 } = filter
  const actions = useAccountActions(onOpen)
  const tags = useTags().choices
  const tagNames = useMemo(() => new Map(tags.map(({ id, name }) => [id, name])), [tags])
  const columns = useMemo(() => userColumns(tagNames), [tagNames])
  const query = { search, membership, tag, offset, limit: PAGE }
  const list = useQuery({ ...ask('GET /api/v1/users/all/', { query }), placeholderData: keepPreviousData })
  // Clears the table's own search parameters only.
  const clear = () => change({ search: undefined, membership: undefined, tag: undefined })

  const chips: Chip[] = []
  if (search) chips.push({ key: 'search', label: `Search: ${search}`, onRemove: () => change({ search: undefined }) })
  if (membership)
    chips.push({
      key: 'membership',
      label: `Membership: ${roleName(membership)}`,
      onRemove: () => change({ membership: undefined }),
    })
  if (tag) chips.push({ key: 'tag', label: `Tag: ${tagNames.get(tag) ?? tag}`, onRemove: () => change({ tag: undefined }) })

  return (
    <Section title="Users" action={<ExportButton filter={{ search, membership, tag }} disabled={!list.data?.count} />}>
      <DataTable
        name="users"
        label="All users"
        columns={columns}
        list={list}
        limit={PAGE}
        offset={offset}
        onPage={(next) => change({ offset: next || undefined })}
        filtered={chips.length > 0}
        onClearFilters={clear}
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
              value={search}
              onSearch={(text) => change({ search: text })}
            />
            <UserFilters membership={membership} tag={tag} onChange={change} />
          </>
        }
        chips={chips.length > 0 && <FilterChips chips={chips} onClear={clear} />}
      />
    </Section>
  )
}
