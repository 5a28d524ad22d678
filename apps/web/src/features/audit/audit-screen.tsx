import { Button, Group } from '@mantine/core'
import { IconEye, IconHistory, IconShieldCheck, IconUser, IconUserSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { AuditRow } from '@vialdesk/contract/business/audit'
import { auditEventTitles } from '@vialdesk/contract/business/audit-events'
import { useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { defineList } from '#web/entities/list/define-list.ts'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { useUserChoices, useUserName } from '#web/entities/user/user-choices.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import { foundFilter } from '#web/ui/table/filters/choice-filter.tsx'
import { periodFilter } from '#web/ui/table/filters/period-filter.tsx'
import { oneOfFilter } from '#web/ui/table/filters/select-filter.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditAbout, AuditActor } from './audit-people.tsx'
import { aboutUsers, userText } from './audit-texts.ts'
import { ChainState } from './chain-state.tsx'

const auditColumns: Column<AuditRow>[] = [
  { key: 'title', header: 'What', main: true, cell: ({ title }) => title },
  { key: 'at', phone: 'line', header: 'When', noWrap: true, cell: ({ at }) => <DateText value={at} withTime /> },
  { key: 'who', phone: 'line', header: 'Who', cell: (row) => <AuditActor row={row} /> },
  { key: 'about', phone: 'line', header: 'About', cell: (row) => <AuditAbout row={row} /> },
  { key: 'address', header: 'IP address', cell: ({ address }) => address ?? '—' },
  { key: 'id', header: 'Row', cell: ({ id }) => <span className="figures">{id}</span>, optional: true },
  { key: 'type', header: 'Event', cell: ({ type }) => type, optional: true },
]

const users = { placeholder: 'Everybody', useName: useUserName, useFound: useUserChoices }

/** The filters: the event, the user who did it, the user whom it is about, and the patient who was seen, also in lists and exports. */
const auditList = defineList('GET /api/v1/audit/', {
  name: 'audit',
  label: 'Audit',
  pageSize: 20,
  isCursor: true,
  views: 'audit',
  columns: auditColumns,
  filters: [
    oneOfFilter('type', { label: 'What', all: 'All events', names: auditEventTitles, width: 'panel', searchable: true }),
    foundFilter('actor_id', { ...users, label: 'Who' }),
    foundFilter('about_id', { ...users, label: 'About' }),
    foundFilter('seen_patient_id', { ...users, label: 'Who saw', placeholder: 'Any patient' }),
    periodFilter,
  ],
  rowName: ({ id, title }) => `${title}, row ${id}`,
  empty: { icon: IconHistory, hint: 'The first event appears here.' },
})

type AuditSearch = NonNullable<typeof auditList.values>

/** Filters the list by the users of a row. */
function actionsOf(row: AuditRow, change: (part: AuditSearch) => void): RowAction[] {
  const { actor, patient } = row
  return [
    ...(actor ? [{ label: `All by ${userText(actor)}`, icon: IconUser, onClick: () => change({ actor_id: actor.id }) }] : []),
    ...aboutUsers(row).map((user) => ({
      label: `All about ${userText(user)}`,
      icon: IconUserSearch,
      onClick: () => change({ about_id: user.id }),
    })),
    ...(patient
      ? [{ label: `Who saw ${userText(patient)}`, icon: IconEye, onClick: () => change({ seen_patient_id: patient.id }) }]
      : []),
  ]
}

function Actions({ filter, verification }: { filter: AuditSearch; verification: ReturnType<typeof useVerification> }) {
  return (
    <Group gap="xs">
      <ExportButton call="GET /api/v1/audit/export-csv/" label="Export CSV" filter={filter} />
      <Button leftSection={<IconShieldCheck size={18} />} loading={verification.isPending} onClick={() => verification.mutate()}>
        Verify
      </Button>
    </Group>
  )
}

const useVerification = () => useMutation(apiMutation('POST /api/v1/audit/verify/', { handlesErrors: true }))

/** Who did or saw what, of whom and when. */
export function AuditScreen() {
  const open = useList(auditList)
  const verification = useVerification()
  const [opened, setOpened] = useState<AuditRow>()
  const { filter, change } = open.page
  return (
    <Screen
      title="Audit"
      lead="Who did or saw what, of whom and when. No row can be changed or deleted. Opening the audit of a user is audited, too."
      actions={<Actions filter={filter} verification={verification} />}
    >
      <ChainState verification={verification} />
      <ListTable of={open} onRow={setOpened} rowActions={(row) => actionsOf(row, change)} />
      <AuditDrawer row={opened} onClose={() => setOpened(undefined)} />
    </Screen>
  )
}
