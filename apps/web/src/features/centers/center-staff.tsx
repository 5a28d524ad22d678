import { IconUserMinus } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { CenterStaffMember } from '@vialdesk/contract/centers'
import { useState } from 'react'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { type PageQuery, type TablePage, useListPage, useLocalPage } from '#web/lib/url/use-list-page.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const PAGE_SIZE = 10
const nameOf = ({ first_name, last_name, email }: CenterStaffMember) => `${first_name} ${last_name}`.trim() || email

const InvitedBy = ({ created_at, created_by }: NonNullable<CenterStaffMember['invitation']>) => (
  <>
    <DateText value={created_at} /> by {created_by}
  </>
)

const columns: Column<CenterStaffMember>[] = [
  {
    key: 'name',
    header: 'Name',
    main: true,
    cell: nameOf,
    badge: invitationBadge,
  },
  { key: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
  { key: 'invited', header: 'Invited', cell: ({ invitation }) => (invitation ? <InvitedBy {...invitation} /> : '—') },
]

/** Refetches after a failure, because the list may be out of date. */
function useRemoveStaff({ center, ofCenter }: Pick<Props, 'center' | 'ofCenter'>, refetch: () => unknown) {
  const [refusal, setRefusal] = useState<string>()
  const removal = useMutation({
    ...apiMutation('POST /api/v1/hc-staff/remove-user/'),
    meta: { handlesErrors: true },
    onSuccess: ({ message }) => showSuccess(message),
    onError: (error) => {
      setRefusal(errorMessage(error))
      refetch()
    },
  })
  const remove = async (row: CenterStaffMember) => {
    const question = {
      title: `Remove ${nameOf(row)}?`,
      consequence: `This person loses access to ${ofCenter} now. The account and past work stay.`,
      verb: 'Remove',
      danger: true,
    }
    if (await confirm(question)) removal.mutate({ body: { user_id: row.id, hc_id: center } })
  }
  return { remove, busy: removal.isPending, refusal, dismiss: () => setRefusal(undefined) }
}

interface Props {
  center: number
  label: string
  /** The center in a sentence. */
  ofCenter: string
  page: TablePage & { query: PageQuery }
  /** For an empty list. */
  hint?: string
}

/** The staff of the center that the user works for. */
export const OwnStaff = ({ center }: { center: number }) => (
  <CenterStaff
    center={center}
    label="Your staff"
    ofCenter="your center"
    page={useListPage(PAGE_SIZE)}
    hint="Send the link above to your staff. They appear here when they sign up."
  />
)

/** The staff of a center, in a tab of its drawer or page. */
export const StaffOfCenter = ({ center }: { center: number }) => (
  <CenterStaff
    center={center}
    label="Staff of the center"
    ofCenter="this center"
    page={useLocalPage(PAGE_SIZE)}
    hint="The center sends its staff a link. They appear here when they sign up."
  />
)

/** Staff inside the center see their colleagues but cannot remove them. */
function CenterStaff({ center, label, ofCenter, page, hint }: Props) {
  const query = apiQuery('GET /api/v1/hc-staff/{id}/staff-list/', { params: { id: center }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  const { remove, busy, refusal, dismiss } = useRemoveStaff({ center, ofCenter }, list.refetch)
  const invitationActions = useInvitationActions()
  const mayRemove = kind !== undefined && kind !== 'staff'
  return (
    <>
      <DataTable
        name="center-staff"
        label={label}
        columns={columns}
        list={list}
        page={page}
        rowKey={({ id }) => id}
        rowName={nameOf}
        rowActions={
          mayRemove
            ? (row) => [
                ...invitationActions(row),
                { label: 'Remove', icon: IconUserMinus, danger: true, disabled: busy, onClick: () => void remove(row) },
              ]
            : undefined
        }
        empty={<EmptyState title="Empty table. There's nothing to show" hint={hint} />}
      />
      <AlertDialog title="Not removed" message={refusal} onClose={dismiss} />
    </>
  )
}
