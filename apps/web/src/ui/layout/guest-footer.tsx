import { Anchor, Text } from '@mantine/core'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import classes from './guest-footer.module.css'
import { LegalLinks } from './legal-links.tsx'

/** Below pages for guests and signers: whom to ask, and the legal pages of the business. */
export function GuestFooter({ email_sender, contact }: Pick<PortalConfig, 'email_sender' | 'contact'>) {
  return (
    <footer className={classes.footer}>
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
      <LegalLinks {...contact} className={classes.legal} />
    </footer>
  )
}
