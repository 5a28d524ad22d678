import { Button, Modal, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useLatestValue } from '#web/lib/browser/use-latest-value.ts'
import { CopyField } from '#web/ui/text/copy-field.tsx'

interface Props {
  title: string
  /** What it is, such as 'token'. */
  name: string
  /** The dialog is open while there is one. */
  secret: string | undefined
  /** How it is used. */
  children: ReactNode
  onClose: () => void
}

/** Shows a new secret once. */
export function SecretDialog({ title, name, secret, children, onClose }: Props) {
  const shown = useLatestValue(secret)
  return (
    <Modal opened={secret !== undefined} onClose={onClose} title={title} closeOnClickOutside={false}>
      <Stack gap="md">
        <Text>Copy the {name} now. It is not shown again.</Text>
        <CopyField label={`${name[0]?.toUpperCase()}${name.slice(1)}`} value={shown ?? ''} />
        <Text c="dimmed">{children}</Text>
        <Button onClick={onClose}>Done</Button>
      </Stack>
    </Modal>
  )
}
