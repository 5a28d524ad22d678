import { Button, Group, Stack } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconRoute } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/screens'
import type { VialEntry } from '@vialdesk/contract/vials'
import { type ReactNode, useState } from 'react'
import { ArrivalForm } from '#web/features/vials/arrival/arrival-form.tsx'
import { arrivalAction } from '#web/features/vials/arrival/shipment-facts.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useSession } from '#web/lib/session/session.ts'
import { useLocalPage } from '#web/lib/url/use-list-page.ts'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import type { RowAction } from '#web/ui/table/table-types.ts'
import { AddVialEntryForm } from './add-vial-entry-form.tsx'
import { EditVialEntryForm } from './edit-vial-entry-form.tsx'
import { canPrintLabels, EntryAddedAlert, useEntryLabels } from './entry-labels.tsx'
import { entryName, vialEntryColumns } from './vial-entries.columns.tsx'

const PAGE_SIZE = 5

interface Props {
  patientId: number
  mayEdit: boolean
  /** The counts, shown above their entries. */
  counts?: ReactNode
  /** The single vials, shown below the entries. */
  codes?: ReactNode
}

interface TableProps {
  patientId: number
  actions: ((entry: VialEntry) => RowAction[]) | undefined
  onConfirm: (entry: VialEntry) => void
}

function EntriesTable({ patientId, actions, onConfirm }: TableProps) {
  const page = useLocalPage(PAGE_SIZE)
  const query = apiQuery('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: page.query })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <DataTable
      name="vial-history"
      label="Vial entries"
      columns={vialEntryColumns(onConfirm)}
      list={list}
      page={page}
      rowKey={({ id }) => id}
      rowName={entryName}
      rowActions={actions}
      empty={
        <EmptyState
          title="Empty table. There's nothing to show"
          hint="No vials yet. The lab adds them when the cells are ready."
        />
      }
    />
  )
}

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
          <EntriesTable patientId={patientId} actions={mayEdit ? actions : undefined} onConfirm={setConfirming} />
        </Stack>
      </Section>
      {codes && <Section title="Vial codes">{codes}</Section>}
      {labels.dialog}
    </Stack>
  )
}
