import { Button, Group, Skeleton, Text } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { AssociationDecision, AssociationRequest } from '@vialdesk/contract/centers'
import { useState } from 'react'
import { UserLink } from '#web/entities/user/user-link.tsx'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/format/error-message.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { AlertDialog } from '#web/ui/dialogs/alert-dialog.tsx'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { Column } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { MailLink } from '#web/ui/text/mail-link.tsx'

const PAGE_SIZE = 5
const companyOf = ({ referral_center: { id, company } }: AssociationRequest) => company || `#${id}`

/** Refetches after a failure, because the request may have been decided already. */
function useDecision(refetch: () => unknown) {
  const [refusal, setRefusal] = useState<string>()
  const { mutate, isPending, variables } = useMutation({
    ...apiMutation('POST /api/v1/rhc-association/requests/{id}/decide/'),
    meta: { handlesErrors: true },
    onSuccess: ({ message }) => showSuccess(message),
    onError: (error) => {
      setRefusal(errorMessage(error))
      refetch()
    },
  })
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
    busyWith: isPending ? variables.params.id : undefined,
    refusal,
    dismiss: () => setRefusal(undefined),
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

/** Referral centers that need a confirmation; a harvest center sees its own, an admin sees all. */
export function AssociationRequests({ allCenters = false }: { allCenters?: boolean }) {
  const page = useLocalPage(PAGE_SIZE)
  const request = apiQuery('GET /api/v1/rhc-association/requests/', { query: page.query })
  const list = useQuery({ ...request, placeholderData: keepPreviousData })
  const decision = useDecision(list.refetch)
  const { title, lead } = texts[allCenters ? 'all' : 'own']
  return (
    <Section title={title} lead={list.data?.count ? lead : undefined}>
      <Loaded query={list} skeleton={<Skeleton h={22} maw={320} />}>
        {() => (
          <DataTable
            name="association-requests"
            label={title}
            columns={columnsFor(allCenters, decision)}
            list={list}
            page={page}
            rowKey={({ id }) => id}
            rowName={companyOf}
            empty={<Text c="dimmed">No requests</Text>}
          />
        )}
      </Loaded>
      <AlertDialog title="Not saved" message={decision.refusal} onClose={decision.dismiss} />
    </Section>
  )
}
