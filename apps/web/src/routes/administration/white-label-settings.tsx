import { Stack } from '@mantine/core'
import type { PreviewViews } from '#web/features/branding/preview/preview-panel.tsx'
import { WhiteLabelSettingsScreen } from '#web/features/branding/white-label-settings-screen.tsx'
import { EmailConfiguration } from '#web/features/email/email-configuration.tsx'
import { CardGateway } from '#web/features/payments/card-gateway.tsx'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { LoginPreview } from '#web/features/sessions/login/login-preview.tsx'
import { ElectronicSignatures } from '#web/features/signing-settings/electronic-signatures.tsx'
import { EmailFileTemplates } from '#web/features/templates/email-file-templates.tsx'
import { Receipt } from '#web/features/transactions/receipt/receipt.tsx'
import { buildCssVariables, buildTheme } from '#web/lib/brand/theme.ts'

/** The preview of the brand: the login page and the receipt of other features, in the theme of the draft. */
const previewViews: PreviewViews = {
  look: (config) => ({ theme: buildTheme(config), variables: buildCssVariables(config) }),
  login: (config) => (
    <GuestFrame config={config}>
      <LoginPreview config={config} />
    </GuestFrame>
  ),
  receipt: (config, sale) => <Receipt config={config} sale={sale} />,
}

export const WhiteLabelSettings = () => (
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
)
