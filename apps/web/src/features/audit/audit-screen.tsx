import { Button, Group } from '@mantine/core'
import { IconEye, IconShieldCheck, IconUser, IconUserSearch } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { AuditRow } from '@vialdesk/contract/audit'
import { useState } from 'react'
import { ExportButton } from '#web/entities/export/export-button.tsx'
import { ListTable } from '#web/entities/list/list.tsx'
import { useList } from '#web/entities/list/use-list.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { Screen } from '#web/ui/layout/screen.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { AuditDrawer } from './audit-drawer.tsx'
import { type AuditSearch, auditList } from './audit-list.tsx'
import { aboutUsers, userText } from './audit-texts.ts'
import { ChainState } from './chain-state.tsx'

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
