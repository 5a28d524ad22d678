import { Alert, Button, Group, Text } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { EditorCalls } from '../calls/use-editor-calls.ts'

interface Props {
  calls: EditorCalls
}

function ConflictButtons({ calls }: Props) {
  return (
    <Group gap="xs" mt="xs">
      <Button size="compact-sm" onClick={() => void calls.takeNewest(true)} disabled={calls.busy}>
        Keep my fields
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => void calls.takeNewest(false)} disabled={calls.busy}>
        Use the newer version
      </Button>
    </Group>
  )
}

/** The result of the last call. */
export function EditorMessages({ calls }: Props) {
  const { failure, done } = calls
  return (
    <>
      {failure && (
        <Alert color="red" role="alert" icon={<IconAlertCircle size={18} />} radius={0} py="xs">
          {failure.text}
          {failure.kind === 'expired' && ' Close this window, and open the editor again.'}
          {failure.kind === 'conflict' && <ConflictButtons calls={calls} />}
        </Alert>
      )}
      <div role="status">
        {done && !failure && (
          <Text size="sm" px="md" py={6}>
            {done}
          </Text>
        )}
      </div>
    </>
  )
}
