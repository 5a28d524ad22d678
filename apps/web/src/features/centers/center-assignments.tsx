/** The harvest centers of staff users or of referral centers: a searchable list with a drawer to change them. */
import { IconPencil } from '@tabler/icons-react'
import type { Invited } from '@vialdesk/contract/invitations'
import { useRef, useState } from 'react'
import { centerLinks } from '#web/entities/center/center-links.tsx'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { type ListPage, searchFilter, useListPage } from '#web/lib/url/use-list-page.ts'
import { Drawer } from '#web/ui/dialogs/drawer.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { SearchInput } from '#web/ui/table/filters/search-input.tsx'
import type { TableExport } from '#web/ui/table/selection/export-slot.ts'
import type { Column, ListState } from '#web/ui/table/table-types.ts'
import { CentersForm } from './centers-form.tsx'

const PAGE_SIZE = 10

export interface CenterAssignmentsSearch {
  search?: string | undefined
}

export const useCenterAssignmentsPage = () => useListPage(PAGE_SIZE, (filter: CenterAssignmentsSearch) => [searchFilter(filter)])

/** A staff user or a referral harvest center, with its harvest centers. */
export interface CenterAssignee {
  id: number
  name: string
  email?: string
  centers: { id: number; company: string }[]
  invited?: Invited | null
}

interface Props {
  /** The accessible name of the list. */
  label: string
  /** The key under which this browser stores the chosen columns. */
  table: string
  /** Header of the name column. */
  heading: string
  search: { label: string; placeholder: string }
  list: ListState<CenterAssignee>
  page: ListPage<CenterAssignmentsSearch>
  field: 'staff_hc_ids' | 'rhc_hc_ids'
  description: string
  save: (id: number, ids: number[]) => Promise<string>
  exports?: TableExport
}

const emptyHints: Record<Props['field'], string> = {
  staff_hc_ids: 'Staff sign up with the link that their center sends them. They appear here.',
  rhc_hc_ids: 'Referral centers sign up with the link of a sales rep. They appear here.',
}

/** Staff are persons with an email; referral centers are named by their company. */
const columnsOf = (heading: string, areStaff: boolean): Column<CenterAssignee>[] => [
  {
    key: 'name',
    sort: areStaff ? 'name' : 'company',
    header: heading,
    main: true,
    cell: ({ id, name }) => `${id} - ${name}`,
    badge: invitationBadge,
  },
  ...(areStaff ? [{ key: 'email', sort: 'email', header: 'Email', cell: ({ email }: CenterAssignee) => email }] : []),
  {
    key: 'centers',
    header: 'Harvest Centers',
    cell: ({ centers }) => centerLinks(centers),
  },
]

export function CenterAssignments({ label, table, heading, search, list, page, field, description, save, exports }: Props) {
  const [edited, setEdited] = useState<CenterAssignee>()
  const last = useLatestValue(edited)
  const invitationActions = useInvitationActions()
  const unsaved = useRef(() => false)
  const close = () => setEdited(undefined)
  return (
    <>
      <DataTable
        name={table}
        exports={exports}
        views={field === 'staff_hc_ids' ? 'staff-assignments' : 'referral-assignments'}
        label={label}
        columns={columnsOf(heading, field === 'staff_hc_ids')}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={({ name }) => name}
        empty={<EmptyState title="Empty table. There's nothing to show" hint={emptyHints[field]} />}
        onRow={setEdited}
        rowHref={({ id }) => `/users/${id}`}
        rowActions={(row) => [{ label: 'Edit', icon: IconPencil, onClick: () => setEdited(row) }, ...invitationActions(row)]}
        toolbar={<SearchInput {...search} value={page.filter.search} onSearch={(text) => page.change({ search: text })} />}
      />
      <Drawer opened={edited !== undefined} onClose={close} title={last?.name} size="md" unsaved={() => unsaved.current()}>
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
      </Drawer>
    </>
  )
}
