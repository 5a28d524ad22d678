import { Button, Group } from '@mantine/core'
import { SavedNotice } from './saved-notice.tsx'

interface Props {
  message: string
  onClose: () => void
}

/** The success message of a form, in the place of its fields, until the form closes by itself. */
export function FormResult({ message, onClose }: Props) {
  return (
    <>
      <SavedNotice message={message} />
      <Group gap="xs">
        {/* The focus was in a field that is gone. */}
        <Button variant="default" autoFocus onClick={onClose}>
          Close
        </Button>
      </Group>
    </>
  )
}
