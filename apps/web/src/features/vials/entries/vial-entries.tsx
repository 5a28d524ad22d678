import { Button, Group, Stack } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconRoute } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { VialEntry } from '@vialdesk/contract/vials'
import { type ReactNode, useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { ArrivalForm } from '#web/features/vials/arrival/arrival-form.tsx'
import { arrivalAction } from '#web/features/vials/arrival/shipment-facts.tsx'
import { useSession } from '#web/lib/session/session.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { AddVialEntryForm } from './add-vial-entry-form.tsx'
import { EditVialEntryForm } from './edit-vial-entry-form.tsx'
import { canPrintLabels, EntryAddedAlert, useEntryLabels } from './entry-labels.tsx'
import { entryName, vialEntryColumns } from './vial-entries.columns.tsx'

interface Props {
  patientId: number
  mayEdit: boolean
  /** The counts, shown above their entries. */
  counts?: ReactNode
  /** The single vials, shown below the entries. */
  codes?: ReactNode
}

const entries = defineList('GET /api/v1/vials-history/user/{id}/', {
  name: 'vial-history',
  label: 'Vial entries',
  pageSize: 5,
  isLocal: true,
  rowName: entryName,
  empty: 'No vials yet. The lab adds them when the cells are ready.',
})

/** Link to the trace report, for users with access. */
function TraceLink({ patientId }: { patientId: number }) {
  const mayTrace = mayOpenScreen('/trace/{id}', useSession()?.role)
  if (!mayTrace) return null
  return (
    <Button component={Link} to={`/trace/${patientId}`} variant="default" leftSection={<IconRoute size={16} stroke={1.6} />}>
      Trace report
    </Button>
  )
}

/** The vial entries of a patient, newest first, with forms to add and correct them. */
export function VialEntries({ patientId, mayEdit, counts, codes }: Props) {
  const [open, setOpen] = useState<'add' | VialEntry>()
  const [added, setAdded] = useState<{ entry: VialEntry; message: string }>()
  const [confirming, setConfirming] = useState<VialEntry>()
  const labels = useEntryLabels()
  const close = () => setOpen(undefined)
  if (open === 'add') {
    return (
      <Section title="Add vial entry">
        <AddVialEntryForm patientId={patientId} onClose={close} onAdded={(entry, message) => setAdded({ entry, message })} />
      </Section>
    )
  }
  if (confirming) {
    return (
      <Section title={arrivalAction(confirming.arrival)}>
        <ArrivalForm entry={confirming} onClose={() => setConfirming(undefined)} />
      </Section>
    )
  }
  if (open) {
    return (
      <Section title="Edit vial entry">
        <EditVialEntryForm entry={open} onClose={close} />
      </Section>
    )
  }
  const actions = (entry: VialEntry): RowAction[] => [
    { label: 'Edit', icon: IconPencil, onClick: () => setOpen(entry) },
    { label: 'Print labels', icon: IconPrinter, disabled: !canPrintLabels(entry), onClick: () => labels.print(entry) },
  ]
  const buttons = (
    <Group gap="xs">
      <TraceLink patientId={patientId} />
      {mayEdit && (
        <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('add')}>
          Add entry
        </Button>
      )}
    </Group>
  )
  return (
    <Stack gap="xl">
      {counts}
      <Section title="Vial history" action={buttons}>
        <Stack gap="sm">
          {added && canPrintLabels(added.entry) && (
            <EntryAddedAlert
              message={added.message}
              onPrint={() => labels.print(added.entry)}
              onClose={() => setAdded(undefined)}
            />
          )}
          <List
            of={entries}
            params={{ id: patientId }}
            columns={vialEntryColumns(setConfirming)}
            rowActions={mayEdit ? actions : undefined}
          />
        </Stack>
      </Section>
      {codes && <Section title="Vial codes">{codes}</Section>}
      {labels.dialog}
    </Stack>
  )
}
