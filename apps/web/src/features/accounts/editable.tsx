import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface ReadingProps {
  /** Whether this reader may change it. */
  may: boolean
  verb: string
  onEdit: () => void
  children: ReactNode
}

/** What is read, with the button that leads to its form. */
export function Reading({ may, verb, onEdit, children }: ReadingProps) {
  return (
    <>
      {may && (
        <Group justify="flex-end" mb="sm">
          <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={onEdit}>
            {verb}
          </Button>
        </Group>
      )}
      {children}
    </>
  )
}

/** Reads by default; one button away it is a form, which closes back into reading. */
export function Editable({ form, ...reading }: Omit<ReadingProps, 'onEdit'> & { form: (onClose: () => void) => ReactNode }) {
  const [editing, setEditing] = useState(false)
  return editing ? form(() => setEditing(false)) : <Reading {...reading} onEdit={() => setEditing(true)} />
}
