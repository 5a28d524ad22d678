import { Button, Stack } from '@mantine/core'
import { IconPencil, IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { VialEntry } from '@vialdesk/contract/vials'
import { type ReactNode, useState } from 'react'
import { ask } from '#web/lib/api.ts'
import { showDay } from '#web/lib/dates.ts'
import { DataTable } from '#web/ui/data-table.tsx'
import { Section } from '#web/ui/section.tsx'
import { AddVialsForm } from './add-vials-form.tsx'
import { EditVialsForm } from './edit-vials-form.tsx'
import { typeNames, vialColumns } from './vials.columns.tsx'

const PAGE = 5

interface Props {
  patientId: number
  /** Whether this reader may record vials of this patient. */
  mayEdit: boolean
  /** The counts, above the entries that they follow from. */
  counts?: ReactNode
}

function Entries({ patientId, mayEdit, onEdit }: Omit<Props, 'counts'> & { onEdit: (entry: VialEntry) => void }) {
  const [offset, setOffset] = useState(0)
  const query = ask('GET /api/v1/vials-history/user/{id}/', { params: { id: patientId }, query: { offset, limit: PAGE } })
  const list = useQuery({ ...query, placeholderData: keepPreviousData })
  return (
    <DataTable
      name="vial-history"
      label="Vial entries"
      columns={vialColumns}
      list={list}
      limit={PAGE}
      offset={offset}
      onPage={setOffset}
      rowKey={({ id }) => id}
      rowName={({ type, date }) => `${typeNames[type]} ${showDay(date)}`}
      rowActions={mayEdit ? (entry) => [{ label: 'Edit', icon: IconPencil, onClick: () => onEdit(entry) }] : undefined}
    />
  )
}

/** The vial entries of a patient, newest first, and the forms that add and correct them. */
export function VialHistory({ patientId, mayEdit, counts }: Props) {
  const [open, setOpen] = useState<'add' | VialEntry>()
  const close = () => setOpen(undefined)
  if (open === 'add') {
    return (
      <Section title="Add vial entry">
        <AddVialsForm patientId={patientId} onClose={close} />
      </Section>
    )
  }
  if (open) {
    return (
      <Section title="Edit vial entry">
        <EditVialsForm entry={open} onClose={close} />
      </Section>
    )
  }
  const action = mayEdit && (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setOpen('add')}>
      Add entry
    </Button>
  )
  return (
    <Stack gap="xl">
      {counts}
      <Section title="Vial history" action={action}>
        <Entries patientId={patientId} mayEdit={mayEdit} onEdit={setOpen} />
      </Section>
    </Stack>
  )
}
