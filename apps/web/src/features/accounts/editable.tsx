import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface ReadViewProps {
  mayEdit: boolean
  verb: string
  onEdit: () => void
  children: ReactNode
}

/** The read view with the button that opens the form. */
export function ReadView({ mayEdit, verb, onEdit, children }: ReadViewProps) {
  return (
    <>
      {mayEdit && (
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

/** A read view with an Edit button; the form returns to the read view when it closes. */
export function Editable({ form, ...readView }: Omit<ReadViewProps, 'onEdit'> & { form: (onClose: () => void) => ReactNode }) {
  const [editing, setEditing] = useState(false)
  return editing ? form(() => setEditing(false)) : <ReadView {...readView} onEdit={() => setEditing(true)} />
}
