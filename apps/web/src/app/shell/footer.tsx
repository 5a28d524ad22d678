import { Anchor, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { mayOpenScreen } from '@vialdesk/contract/base/screens'
import { portal } from '#web/lib/browser/portal.ts'
import { useSession } from '#web/lib/session/session.ts'
import { LegalLinks } from '#web/ui/layout/legal-links.tsx'

export function Footer() {
  const { domain, email_sender, contact, build_version } = portal()
  const role = useSession()?.role
  return (
    <Group component="footer" justify="space-between" gap="xs" mt="auto" pt="xl" pb="md" className="no-print">
      <Text size="xs" c="dimmed">
        {domain.name}. Health information in this portal is confidential.
      </Text>
      <Group gap="md">
        {contact.phone && (
          <Text size="xs" c="dimmed">
            {contact.phone}
          </Text>
        )}
        {mayOpenScreen('/contact', role) ? (
          <Anchor component={Link} to="/contact" size="xs" c="dimmed">
            Contact
          </Anchor>
        ) : (
          email_sender && (
            <Anchor href={`mailto:${email_sender}`} size="xs" c="dimmed">
              Contact
            </Anchor>
          )
        )}
        <LegalLinks {...contact} />
        {build_version && (
          <Text size="xs" c="dimmed">
            Version {build_version}
          </Text>
        )}
      </Group>
    </Group>
  )
}
