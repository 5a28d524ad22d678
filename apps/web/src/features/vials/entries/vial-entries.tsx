import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconPencil, IconPlus, IconPrinter, IconRoute } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import type { Vial } from '@vialdesk/contract/care/single-vials'
import type { VialEntry } from '@vialdesk/contract/care/vials'
import { type ReactNode, useState } from 'react'
import { defineList } from '#web/entities/list/define-list.ts'
import { List } from '#web/entities/list/list.tsx'
import { NoteMark } from '#web/entities/note/note-reach.tsx'
import {
  ArrivalForm,
  ArrivalText,
  arrivalAction,
  OverridesText,
  TrackingText,
} from '#web/features/vials/arrival/shipment-facts.tsx'
import { LabelSheetDialog } from '#web/features/vials/labels/label-sheet-button.tsx'
import { entryName, entryTypeNames } from '#web/features/vials/vial-text.ts'
import { apiQuery } from '#web/lib/api/api.ts'
import { queryClient } from '#web/lib/api/query-client.ts'
import { formatCount } from '#web/lib/format/format-count.ts'
import { useSession } from '#web/lib/session/session.ts'
import { Section } from '#web/ui/layout/section.tsx'
import type { Column, RowAction } from '#web/ui/table/table-types.ts'
import { DateText } from '#web/ui/text/date-text.tsx'
import { LongText } from '#web/ui/text/long-text.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { AddVialEntryForm, canPrintLabels, EditVialEntryForm } from './entry-forms.tsx'

/** Sales roles get nothing about a shipment. */
function Shipment({ entry, onConfirm }: { entry: VialEntry; onConfirm: (entry: VialEntry) => void }) {
  const { tracking_id = '', tracking_link = '', receiver, arrival, may_confirm_arrival } = entry
  return (
    <>
      <TrackingText number={tracking_id} link={tracking_link} />
      {receiver && (
        <div>
          To <LongText>{receiver.name}</LongText>
        </div>
      )}
      <ArrivalText
        arrival={arrival}
        mayConfirm={may_confirm_arrival}
        name={entryName(entry)}
        onConfirm={() => onConfirm(entry)}
        compact
      />
    </>
  )
}

const vialEntryColumns = (onConfirm: (entry: VialEntry) => void): Column<VialEntry>[] => [
  { key: 'date', header: 'Date', main: true, cell: ({ date }) => <DateText value={date} />, width: 120 },
  {
    key: 'type',
    header: 'Type',
    width: 120,
    cell: ({ type }) => <StatusBadge meaning={type === 'added' ? 'good' : 'info'}>{entryTypeNames[type]}</StatusBadge>,
  },
  { key: 'quantity', header: 'Quantity', align: 'right', cell: ({ quantity }) => formatCount(quantity) },
  {
    key: 'tracking_id',
    header: 'Shipment',
    width: 230,
    cell: (entry) => (entry.type === 'shipped' ? <Shipment entry={entry} onConfirm={onConfirm} /> : '—'),
  },
  {
    key: 'note',
    header: 'Note',
    cell: ({ note, corrected, overrides }) => (
      <>
        {(note || !corrected) && <LongText>{note}</LongText>}
        {corrected && ' (corrected)'}
        {note && <NoteMark reach="visible" />}
        <OverridesText overrides={overrides} />
      </>
    ),
  },
]

const PAGE_SIZE = 100

async function loadVialsOf({ id, quantity }: VialEntry): Promise<Vial[]> {
  const pages = Array.from({ length: Math.ceil(quantity / PAGE_SIZE) }, (_, page) =>
    queryClient.fetchQuery(apiQuery('GET /api/v1/vials/', { query: { entry: id, limit: PAGE_SIZE, offset: page * PAGE_SIZE } })),
  )
  return (await Promise.all(pages)).flatMap(({ results }) => results)
}

/** Prints the labels of an entry's vials; `dialog` opens after the vials are loaded. */
function useEntryLabels() {
  const [vials, setVials] = useState<Vial[]>()
  const { mutate } = useMutation({ mutationFn: loadVialsOf, onSuccess: setVials, meta: { onlyReads: true } })
  return {
    print: (entry: VialEntry) => mutate(entry),
    dialog: <LabelSheetDialog vials={vials} onClose={() => setVials(undefined)} />,
  }
}

interface AlertProps {
  message: string
  onPrint: () => void
  onClose: () => void
}

/** Offers the labels of vials just added, until the user closes it. */
function EntryAddedAlert({ message, onPrint, onClose }: AlertProps) {
  return (
    <Alert color="green" withCloseButton closeButtonLabel="Dismiss" onClose={onClose}>
      <Group gap="sm" justify="space-between">
        <span>{message}</span>
        <Button variant="default" size="compact-md" leftSection={<IconPrinter size={16} />} onClick={onPrint}>
          Print labels
        </Button>
      </Group>
    </Alert>
  )
}

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
