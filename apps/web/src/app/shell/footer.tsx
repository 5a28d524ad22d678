import { Anchor, Group, Text } from '@mantine/core'
import { portal } from '#web/lib/portal.ts'

/** Who this is, whom to ask, and which build this is. */
export function Footer() {
  const { domain, email_sender, build_version } = portal()
  return (
    <Group component="footer" justify="space-between" gap="xs" mt="auto" pt="xl" pb="md" className="no-print">
      <Text size="xs" c="dimmed">
        {domain.name}. Health information in this portal is confidential.
      </Text>
      <Group gap="md">
        {email_sender && (
          <Anchor href={`mailto:${email_sender}`} size="xs" c="dimmed">
            Contact
          </Anchor>
        )}
        {build_version && (
          <Text size="xs" c="dimmed">
            Version {build_version}
          </Text>
        )}
      </Group>
    </Group>
  )
}
