import { Button, Code, Modal, Stack, Text } from '@mantine/core'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { CopyField } from '#web/ui/text/copy-field.tsx'

/** Shows a new token once. */
export function TokenDialog({ token, onClose }: { token: string | undefined; onClose: () => void }) {
  const shown = useLatestValue(token)
  return (
    <Modal opened={token !== undefined} onClose={onClose} title="Your new token" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>Copy the token now. It is not shown again.</Text>
        <CopyField label="Token" value={shown ?? ''} />
        <Text c="dimmed">
          Send it with each call in the header <Code>Authorization: Bearer</Code>. Keep it as safe as a password.
        </Text>
        <Button onClick={onClose}>Done</Button>
      </Stack>
    </Modal>
  )
}
