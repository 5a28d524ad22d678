import { Button, Group, Text } from '@mantine/core'
import { loadNotifications, showSuccess } from '#web/lib/browser/toast.ts'

/** Long enough to notice a mistake. Milliseconds. */
const UNDO_MS = 10_000

/** Says what was done, with a button that takes it back if that is possible. */
export async function showDone(message: string, undo: (() => void) | undefined): Promise<void> {
  if (!undo) return showSuccess(message)
  const { notifications } = await loadNotifications()
  const id = notifications.show({
    color: 'green',
    autoClose: UNDO_MS,
    closeButtonProps: { 'aria-label': 'Dismiss' },
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          variant="subtle"
          size="compact-md"
          onClick={() => {
            notifications.hide(id)
            undo()
          }}
        >
          Undo
        </Button>
      </Group>
    ),
  })
}
