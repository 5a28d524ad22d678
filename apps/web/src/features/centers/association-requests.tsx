import { Button, Group, Skeleton, Text } from '@mantine/core'
import type { AssociationDecision, AssociationRequest } from '@vialdesk/contract/people/centers'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { useRowAction } from '#web/lib/api/use-row-action.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'

const companyOf = ({ referral_center: { id, company } }: AssociationRequest) => company || `#${id}`

function useDecision(refetch: () => unknown) {
  const { mutate, isPending, variables, failure, dismiss } = useRowAction(
    'POST /api/v1/rhc-association/requests/{id}/decide/',
    refetch,
  )
  const decide = (id: number, decision: AssociationDecision) => mutate({ params: { id }, body: { decision } })
  const refuse = async (row: AssociationRequest) => {
    const question = {
      title: `Refuse ${companyOf(row)}?`,
      consequence: `It cannot refer patients to ${row.harvest_center.company} and is notified. Only an admin can allow it later.`,
      verb: 'Refuse',
      danger: true,
    }
    if (await confirm(question)) decide(row.id, 'refused')
  }
  return {
    confirmRequest: ({ id }: AssociationRequest) => decide(id, 'confirmed'),
    refuse,
    busyWith: isPending ? variables?.params.id : undefined,
    failure,
    dismiss,
  }
}
type DecisionState = ReturnType<typeof useDecision>

function DecisionButtons({ row, decision }: { row: AssociationRequest; decision: DecisionState }) {
  const company = companyOf(row)
  const disabled = decision.busyWith !== undefined
  return (
    <Group gap="xs" wrap="nowrap">
      <Button
        size="compact-md"
        disabled={disabled}
        onClick={() => decision.confirmRequest(row)}
        aria-label={`Confirm ${company}`}
      >
        Confirm
      </Button>
      <Button
        size="compact-md"
        variant="default"
        disabled={disabled}
        onClick={() => void decision.refuse(row)}
        aria-label={`Refuse ${company}`}
      >
        Refuse
      </Button>
    </Group>
  )
}

const centerColumn: Column<AssociationRequest> = {
  key: 'center',
  sort: 'center',
  header: 'Harvest center',
  cell: ({ harvest_center: { id, company } }) => <UserLink id={id} name={company || `#${id}`} />,
}

const columnsFor = (allCenters: boolean, decision: DecisionState): Column<AssociationRequest>[] => [
  {
    key: 'company',
    sort: 'company',
    header: 'Company',
    main: true,
    cell: (row) => <UserLink id={row.referral_center.id} name={companyOf(row)} />,
  },
  ...(allCenters ? [centerColumn] : []),
  {
    key: 'contact',
    header: 'Contact',
    cell: ({ referral_center: { first_name, last_name } }) => `${first_name} ${last_name}`.trim() || '—',
  },
  { key: 'email', header: 'Email', cell: ({ referral_center: { email } }) => <MailLink to={email} /> },
  { key: 'phone', header: 'Phone', noWrap: true, cell: ({ referral_center }) => referral_center.phone_number || '—' },
  { key: 'asked', header: 'Signed up', cell: ({ requested_at }) => <DateText value={requested_at} /> },
  { key: 'decision', header: 'Decision', cell: (row) => <DecisionButtons row={row} decision={decision} /> },
]

const texts = {
  own: {
    title: 'Needs your confirmation',
    lead: 'These practices named your center at sign-up. After you confirm a practice, it sees your contact details and can refer patients to you.',
  },
  all: {
    title: 'Needs confirmation',
    lead: 'These practices named a harvest center at sign-up. After confirmation, they see its contact details and can refer patients to it.',
  },
}

const requestsOf = (title: string) =>
  defineList('GET /api/v1/rhc-association/requests/', {
    name: 'association-requests',
    label: title,
    pageSize: 5,
    isLocal: true,
    rowName: companyOf,
    empty: <Text c="dimmed">No requests</Text>,
  })

/** Referral centers that need a confirmation; a harvest center sees its own, an admin sees all. */
export function AssociationRequests({ allCenters = false }: { allCenters?: boolean }) {
  const { title, lead } = texts[allCenters ? 'all' : 'own']
  const open = useList(requestsOf(title))
  const { query } = open
  const decision = useDecision(query.refetch)
  return (
    <Section title={title} lead={query.data?.count ? lead : undefined}>
      <Loaded query={query} skeleton={<Skeleton h={22} maw={320} />}>
        {() => <ListTable of={open} columns={columnsFor(allCenters, decision)} />}
      </Loaded>
      <AlertDialog title="Not saved" message={decision.failure} onClose={decision.dismiss} />
    </Section>
  )
}
