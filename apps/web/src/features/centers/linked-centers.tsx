/** Shared by the staff manager and the referral center manager: a searchable list with a sheet to edit centers. */
import { IconPencil } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { companies } from '#web/lib/patient-words.ts'
import { useFilters } from '#web/lib/use-filters.ts'
import { useLast } from '#web/lib/use-last.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { type Chip, FilterChips } from '#web/ui/filter-chips.tsx'
import { SearchInput } from '#web/ui/search-input.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import type { Column, ListState } from '#web/ui/table/table-types.ts'
import { CentersForm } from './centers-form.tsx'

export const PAGE = 10

export interface LinkedSearch {
  search?: string | undefined
  offset?: number | undefined
}

/** A user with harvest centers. */
export interface Owner {
  id: number
  name: string
  email?: string
  centers: { id: number; company: string }[]
}

interface Props {
  /** Names the list to screen readers, and its columns on this browser. */
  label: string
  table: string
  /** Header of the name column. */
  heading: string
  search: { label: string; placeholder: string }
  list: ListState<Owner>
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  description: string
  save: (id: number, ids: number[]) => Promise<string>
}

const columnsOf = (heading: string, withEmail: boolean): Column<Owner>[] => [
  { key: 'name', header: heading, main: true, cell: ({ id, name }) => `${id} - ${name}` },
  ...(withEmail ? [{ key: 'email', header: 'Email', cell: ({ email }: Owner) => email }] : []),
  {
    key: 'centers',
    header: 'Harvest Centers',
    cell: ({ centers }) => companies(centers) || '—',
  },
]

export function LinkedCenters({ label, table, heading, search, list, field, description, save }: Props) {
  const { filter, change, clear } = useFilters<LinkedSearch>()
  const [edited, setEdited] = useState<Owner>()
  const last = useLast(edited)
  const unsaved = useRef(() => false)
  const close = () => setEdited(undefined)
  const chips: Chip[] = filter.search
    ? [{ key: 'search', label: `Search: ${filter.search}`, onRemove: () => change({ search: undefined }) }]
    : []
  return (
    <>
      <DataTable
        name={table}
        label={label}
        columns={columnsOf(heading, field === 'staff_hc_ids')}
        list={list}
        limit={PAGE}
        offset={filter.offset ?? 0}
        onPage={(offset) => change({ offset: offset || undefined })}
        filtered={chips.length > 0}
        onClearFilters={clear}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        onRow={setEdited}
        rowActions={(row) => [{ label: 'Edit', icon: IconPencil, onClick: () => setEdited(row) }]}
        toolbar={<SearchInput {...search} value={filter.search} onSearch={(text) => change({ search: text })} />}
        chips={chips.length > 0 && <FilterChips chips={chips} onClear={clear} />}
      />
      <Sheet opened={edited !== undefined} onClose={close} title={last?.name} size="md" unsaved={() => unsaved.current()}>
        {last && (
          <CentersForm
            key={last.id}
            field={field}
            name={last.name}
            description={description}
            chosen={last.centers}
            save={(ids) => save(last.id, ids)}
            onClose={close}
            unsaved={unsaved}
          />
        )}
      </Sheet>
    </>
  )
}
