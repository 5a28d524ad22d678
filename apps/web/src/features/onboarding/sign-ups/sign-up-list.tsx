import { Text } from '@mantine/core'
import { IconUserX } from '@tabler/icons-react'
import { membershipNames } from '@vialdesk/contract/base/roles'
import type { SignUp } from '@vialdesk/contract/people/onboarding'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useRowAction } from '#web/lib/api/use-row-action.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { StatusBadge, type StatusMeaning } from '#web/ui/text/status-badge.tsx'

const nameOf = ({ id, name }: SignUp) => name || `#${id}`

const statuses: Record<SignUp['status'], { meaning: StatusMeaning; label: string }> = {
  pending: { meaning: 'waiting', label: 'Email not confirmed' },
  active: { meaning: 'good', label: 'Active' },
  inactive: { meaning: 'neutral', label: 'Inactive' },
}

const emailColumn: Column<SignUp> = { key: 'email', header: 'Email', cell: ({ email }) => email ?? '—' }
const kindColumn: Column<SignUp> = {
  key: 'kind',
  header: 'Account type',
  cell: ({ subscription }) => membershipNames[subscription] ?? '—',
}

const columnsFor = (showsEmail: boolean, showsKind: boolean): Column<SignUp>[] => [
  { key: 'name', sort: 'name', header: 'Name', main: true, cell: nameOf },
  ...(showsEmail ? [emailColumn] : []),
  ...(showsKind ? [kindColumn] : []),
  { key: 'signed_up', sort: '-signed_up', header: 'Signed up', cell: ({ signed_up_at }) => <DateText value={signed_up_at} /> },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <StatusBadge meaning={statuses[status].meaning}>{statuses[status].label}</StatusBadge>,
  },
]

interface Props {
  title: string
  lead: string
  status?: SignUp['status']
  /** The number of a membership: only sign-ups of this kind. */
  subscription?: number
  /** Sales reps do not get the email. */
  showsEmail?: boolean
  /** Nothing is shown while the list is empty. */
  hidesEmpty?: boolean
}

const signUpsOf = ({ title, showsEmail = false, subscription }: Props) =>
  defineList('GET /api/v1/sign-ups/', {
    name: 'sign-ups',
    label: title,
    pageSize: 5,
    isLocal: true,
    columns: columnsFor(showsEmail, subscription === undefined),
    rowName: nameOf,
    empty: <Text c="dimmed">Nobody has signed up with your link yet. Send it to a center.</Text>,
  })

/** The sign-ups with a link of the viewer, or all of them for an admin. */
export function SignUpList(props: Props) {
  const { title, lead, status, subscription, showsEmail = false, hidesEmpty = false } = props
  const open = useList(signUpsOf(props), { query: { ...(status && { status }), ...(subscription && { subscription }) } })
  const { list } = open
  const { mutate, isPending, failure, dismiss } = useRowAction('POST /api/v1/sign-ups/{id}/refuse/', list.refetch)
  if (hidesEmpty && !list.data?.count && !failure) return null
  const refusal = (row: SignUp) => ({
    label: 'Refuse',
    icon: IconUserX,
    danger: true,
    disabled: isPending,
    asks: { title: `Refuse ${nameOf(row)}?`, consequence: 'The link in the email stops working, and no account is made.' },
    onClick: () => mutate({ params: { id: row.id } }),
  })
  const actionsFor = (row: SignUp) => (row.can.refuse ? [refusal(row)] : [])
  return (
    <Section title={title} lead={lead}>
      <ListTable of={open} rowActions={showsEmail ? actionsFor : undefined} />
      <AlertDialog title="Not refused" message={failure} onClose={dismiss} />
    </Section>
  )
}
