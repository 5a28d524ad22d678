import { Button, Modal, Stack, Text } from '@mantine/core'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { CopyField } from '#web/ui/text/copy-field.tsx'

/** Shows a new secret once. */
export function SecretDialog({ secret, onClose }: { secret: string | undefined; onClose: () => void }) {
  const shown = useLatestValue(secret)
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title="Secret of the webhook" closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>Copy the secret now. It is not shown again.</Text>
        <CopyField label="Secret" value={shown ?? ''} />
        <Text c="dimmed">
          Every message is signed with it, as the Standard Webhooks describe: HMAC-SHA256 in the header webhook-signature.
        </Text>
        <Button onClick={onClose}>Done</Button>
      </Stack>
    </Modal>
  )
}
