import { Button, Group } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'

interface Props {
  /** Whether this reader may change it. */
  may: boolean
  verb: string
  /** What is shown until someone edits. */
  children: ReactNode
  form: (onClose: () => void) => ReactNode
}

/** Reads by default; one button away it is a form, which closes back into reading. */
export function Editable({ may, verb, children, form }: Props) {
  const [editing, setEditing] = useState(false)
  if (editing) return form(() => setEditing(false))
  return (
    <>
      {may && (
        <Group justify="flex-end" mb="sm">
          <Button variant="default" leftSection={<IconPencil size={16} stroke={1.6} />} onClick={() => setEditing(true)}>
            {verb}
          </Button>
        </Group>
      )}
      {children}
    </>
  )
}
