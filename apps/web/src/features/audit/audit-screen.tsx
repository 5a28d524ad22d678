import { Button, Group } from '@mantine/core'
import { IconEye, IconHistory, IconShieldCheck, IconUser, IconUserSearch } from '@tabler/icons-react'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import type { AuditRow } from '@vialdesk/contract/audit'
import { useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { apiMutation, apiQuery } from '#web/lib/api/api.ts'
import { useCursorPage, withoutCount } from '#web/lib/url/use-cursor-page.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'
import { CursorPages } from '#web/ui/table/cursor-pages.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { PeriodFilter } from '#web/ui/table/filters/period-filter.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { auditColumns } from './audit.columns.tsx'
import { AuditDrawer } from './audit-drawer.tsx'
import { AuditFilters, type AuditSearch, auditFilters, useAuditNames } from './audit-filters.tsx'
import { aboutUsers, userText } from './audit-texts.ts'
import { ChainState } from './chain-state.tsx'

const PAGE_SIZE = 20

function useAuditList() {
  const names = useAuditNames(useUrlSearch<AuditSearch>())
  const page = useCursorPage<AuditSearch>(PAGE_SIZE, (filter) => auditFilters(filter, names))
  const query = useQuery({ ...apiQuery('GET /api/v1/audit/', { query: page.query }), placeholderData: keepPreviousData })
  return { names, page, list: { ...query, data: withoutCount(query.data, page) } }
}

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

const useVerification = () => useMutation({ ...apiMutation('POST /api/v1/audit/verify/'), meta: { handlesErrors: true } })

/** Who did or saw what, of whom and when. */
export function AuditScreen() {
  const { names, page, list } = useAuditList()
  const verification = useVerification()
  const [opened, setOpened] = useState<AuditRow>()
  const { filter, change } = page
  const { date_after, date_before } = filter
  return (
    <Screen
      title="Audit"
      lead="Who did or saw what, of whom and when. No row can be changed or deleted. Opening the audit of a user is audited, too."
      actions={<Actions filter={filter} verification={verification} />}
    >
      <ChainState verification={verification} />
      <DataTable
        name="audit"
        views="audit"
        label="Audit"
        columns={auditColumns}
        list={list}
        page={page}
        pages={<CursorPages data={list.data} page={page} />}
        rowKey={({ id }) => id}
        rowName={({ id, title }) => `${title}, row ${id}`}
        onRow={setOpened}
        rowActions={(row) => actionsOf(row, change)}
        empty={
          <EmptyState icon={IconHistory} title="Empty table. There's nothing to show" hint="The first event appears here." />
        }
        toolbar={
          <>
            <AuditFilters value={filter} names={names} onChange={change} />
            <PeriodFilter period={{ date_after, date_before }} onChange={change} />
          </>
        }
      />
      <AuditDrawer row={opened} onClose={() => setOpened(undefined)} />
    </Screen>
  )
}
