import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconCheck, IconPlugConnected, IconX } from '@tabler/icons-react'

interface Props {
  busy: boolean
  /** Undefined before the first test. */
  result: { success: boolean; message: string } | undefined
  onTest: () => void
}

/** A button that tries entered credentials of another service, and what came of it. */
export function ConnectionTest({ busy, result, onTest }: Props) {
  return (
    <Stack gap="xs">
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlugConnected size={16} stroke={1.6} />}
          loading={busy}
          onClick={onTest}
        >
          Test connection
        </Button>
      </Group>
      <div role="status">
        {result && !busy && (
          <Alert color={result.success ? 'green' : 'red'} icon={result.success ? <IconCheck size={18} /> : <IconX size={18} />}>
            {result.message}
          </Alert>
        )}
      </div>
    </Stack>
  )
}
