/** What the preview of the brand shows: the login page and the receipt of other features, in the theme of the draft. */

import type { PreviewViews } from '#web/features/branding/preview/preview-panel.tsx'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { LoginPreview } from '#web/features/sessions/login/login-preview.tsx'
import { Receipt } from '#web/features/transactions/receipt/receipt.tsx'
import { buildCssVariables, buildTheme } from '#web/lib/brand/theme.ts'

export const previewViews: PreviewViews = {
  look: (config) => ({ theme: buildTheme(config), variables: buildCssVariables(config) }),
  login: (config) => (
    <GuestFrame config={config}>
      <LoginPreview config={config} />
    </GuestFrame>
  ),
  receipt: (config, sale) => <Receipt config={config} sale={sale} />,
}
