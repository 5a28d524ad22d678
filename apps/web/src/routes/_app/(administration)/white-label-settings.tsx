import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { WhiteLabelSettingsScreen } from '#web/features/branding/white-label-settings-screen.tsx'
import { EmailConfiguration } from '#web/features/email/email-configuration.tsx'
import { CardGateway } from '#web/features/payments/card-gateway.tsx'
import { ElectronicSignatures } from '#web/features/signing-settings/electronic-signatures.tsx'
import { EmailFileTemplates } from '#web/features/templates/email-file-templates.tsx'
import { previewViews } from './-white-label-previews.tsx'

export const Route = createFileRoute('/_app/(administration)/white-label-settings')({
  component: () => (
    <WhiteLabelSettingsScreen
      views={previewViews}
      templates={
        <Stack gap={40}>
          <EmailFileTemplates />
          <ElectronicSignatures />
        </Stack>
      }
      email={<EmailConfiguration />}
      payments={<CardGateway />}
    />
  ),
})
