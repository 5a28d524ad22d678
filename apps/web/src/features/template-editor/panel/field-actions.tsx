import { Button, SimpleGrid } from '@mantine/core'
import { IconCopy, IconCopyPlus, IconFiles, IconTrash } from '@tabler/icons-react'
import type { Dispatch } from 'react'
import type { EditorAction } from '../state/editor-state.ts'

interface Props {
  pages: number
  dispatch: Dispatch<EditorAction>
}

/** Actions on all selected fields. */
export function FieldActionButtons({ pages, dispatch }: Props) {
  const icon = { size: 16, stroke: 1.5 }
  return (
    <SimpleGrid cols={2} spacing="xs" verticalSpacing="xs">
      <Button variant="default" leftSection={<IconCopy {...icon} />} onClick={() => dispatch({ type: 'copy' })}>
        Copy
      </Button>
      <Button variant="default" leftSection={<IconCopyPlus {...icon} />} onClick={() => dispatch({ type: 'duplicate' })}>
        Duplicate
      </Button>
      {pages > 1 && (
        <Button
          variant="default"
          leftSection={<IconFiles {...icon} />}
          onClick={() => dispatch({ type: 'repeat' })}
          style={{ gridColumn: '1 / -1' }}
        >
          Repeat on all pages
        </Button>
      )}
      <Button
        variant="light"
        color="red"
        leftSection={<IconTrash {...icon} />}
        onClick={() => dispatch({ type: 'remove' })}
        style={{ gridColumn: '1 / -1' }}
      >
        Delete
      </Button>
    </SimpleGrid>
  )
}
