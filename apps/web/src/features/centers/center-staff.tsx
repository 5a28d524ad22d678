import { IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { StaffOfCenter } from '@vialdesk/contract/centers'
import { useState } from 'react'
import { ask, send } from '#web/lib/api.ts'
import { notifySuccess } from '#web/lib/notify.ts'
import { useListPage } from '#web/lib/use-list-page.ts'
import { wordsFor } from '#web/lib/words.ts'
import { AlertDialog } from '#web/ui/alert-dialog.tsx'
import { confirm } from '#web/ui/confirm.tsx'
import { DataTable } from '#web/ui/data-table.tsx'
import { DateText } from '#web/ui/date-text.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Column } from '#web/ui/table/table-types.ts'

const PAGE = 10
const nameOf = ({ first_name, last_name, email }: StaffOfCenter) => `${first_name} ${last_name}`.trim() || email

const columns: Column<StaffOfCenter>[] = [
  { key: 'name', header: 'Name', main: true, cell: nameOf },
  { key: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
]

/** Refetches after a failure, because the list may be out of date. */
function useRemoval(center: number, refetch: () => unknown) {
  const [refusal, setRefusal] = useState<string>()
  const removal = useMutation({
    ...send('POST /api/v1/hc-staff/remove-user/'),
    meta: { handlesErrors: true },
    onSuccess: ({ message }) => notifySuccess(message),
    onError: (error) => {
      setRefusal(wordsFor(error))
      refetch()
    },
  })
  const remove = async (row: StaffOfCenter) => {
    const question = {
      title: `Remove ${nameOf(row)}?`,
      consequence: 'This person loses access to your center now. The account and past work stay.',
      verb: 'Remove',
      danger: true,
    }
    if (await confirm(question)) removal.mutate({ body: { user_id: row.id, hc_id: center } })
  }
  return { remove, busy: removal.isPending, refusal, dismiss: () => setRefusal(undefined) }
}

/** The staff of a center. Staff inside the center see their colleagues but cannot remove them. */
export function CenterStaff({ center }: { center: number }) {
  const page = useListPage(PAGE)
  const query = ask('GET /api/v1/hc-staff/{id}/staff-list/', { params: { id: center }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const kind = useQuery(ask('GET /auth/session/')).data?.kind
  const { remove, busy, refusal, dismiss } = useRemoval(center, list.refetch)
  const mayRemove = kind !== undefined && kind !== 'staff'
  return (
    <>
      <DataTable
        name="center-staff"
        label="Your staff"
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={nameOf}
        rowActions={
          mayRemove
            ? (row) => [{ label: 'Remove', icon: IconUserMinus, danger: true, disabled: busy, onClick: () => void remove(row) }]
            : undefined
        }
        empty={
          <EmptyState title="Empty table. There's nothing to show" hint="Staff who sign up with the link above appear here." />
        }
      />
      <AlertDialog title="Not removed" message={refusal} onClose={dismiss} />
    </>
  )
}
