import { Anchor, Box, Text } from '@mantine/core'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { LegalLinks } from './legal-links.tsx'

/** Below pages for guests and signers: whom to ask, and the legal pages of the business. */
export function GuestFooter({ email_sender, contact }: Pick<PortalConfig, 'email_sender' | 'contact'>) {
  return (
    <Box component="footer" p={16} ta="center">
      <Text size="xs" c="dimmed">
        Health information in this portal is confidential.
        {email_sender && (
          <>
            {' Need help? '}
            <Anchor href={`mailto:${email_sender}`} size="xs" underline="always">
              {email_sender}
            </Anchor>
          </>
        )}
        {contact.phone && ` ${contact.phone}`}
      </Text>
      <LegalLinks {...contact} mt={8} />
    </Box>
  )
}
