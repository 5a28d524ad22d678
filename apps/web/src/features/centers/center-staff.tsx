import { IconUserMinus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { CenterStaffMember } from '@vialdesk/contract/people/centers'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { useRowAction } from '#web/lib/api/use-row-action.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'

const nameOf = ({ first_name, last_name, email }: CenterStaffMember) => `${first_name} ${last_name}`.trim() || email

const InvitedBy = ({ created_at, created_by }: NonNullable<CenterStaffMember['invitation']>) => (
  <>
    <DateText value={created_at} /> by {created_by}
  </>
)

const columns: Column<CenterStaffMember>[] = [
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: nameOf, badge: invitationBadge },
  { key: 'email', sort: 'email', header: 'Email', cell: ({ email }) => email },
  { key: 'joined', sort: '-joined', header: 'Joined', cell: ({ date_joined }) => <DateText value={date_joined} /> },
  { key: 'invited', header: 'Invited', cell: ({ invitation }) => (invitation ? <InvitedBy {...invitation} /> : '—') },
]

interface Props {
  center: number
  label: string
  /** The center in a sentence. */
  ofCenter: string
  /** In a drawer, whose URL belongs to another list. */
  isLocal: boolean
  /** For an empty list. */
  hint: string
}

/** The staff of the center that the user works for. */
export const OwnStaff = ({ center }: { center: number }) => (
  <CenterStaff
    center={center}
    label="Your staff"
    ofCenter="your center"
    isLocal={false}
    hint="Send the link above to your staff. They appear here when they sign up."
  />
)

/** The staff of a center, in a tab of its drawer or page. */
export const StaffOfCenter = ({ center }: { center: number }) => (
  <CenterStaff
    center={center}
    label="Staff of the center"
    ofCenter="this center"
    isLocal
    hint="The center sends its staff a link. They appear here when they sign up."
  />
)

const staffOf = ({ label, isLocal, hint }: Props) =>
  defineList('GET /api/v1/hc-staff/{id}/staff-list/', {
    name: 'center-staff',
    label,
    pageSize: 10,
    isLocal,
    exports: { rows: ['staff user', 'staff users'], onlyAll: true },
    columns,
    rowName: nameOf,
    empty: hint,
  })

/** Staff inside the center see their colleagues but cannot remove them. */
function CenterStaff(props: Props) {
  const open = useList(staffOf(props), { params: { id: props.center } })
  const kind = useQuery(apiQuery('GET /auth/session/')).data?.kind
  const { mutate, isPending, failure, dismiss } = useRowAction('POST /api/v1/hc-staff/remove-user/', open.query.refetch)
  const invitationActions = useInvitationActions()
  const mayRemove = kind !== undefined && kind !== 'staff'
  const actionsOf = (row: CenterStaffMember) => [
    ...invitationActions(row),
    {
      label: 'Remove',
      icon: IconUserMinus,
      danger: true,
      disabled: isPending,
      asks: {
        title: `Remove ${nameOf(row)}?`,
        consequence: `This person loses access to ${props.ofCenter} now. The account and past work stay.`,
      },
      onClick: () => mutate({ body: { user_id: row.id, hc_id: props.center } }),
    },
  ]
  return (
    <>
      <ListTable of={open} rowActions={mayRemove ? actionsOf : undefined} />
      <AlertDialog title="Not removed" message={failure} onClose={dismiss} />
    </>
  )
}
