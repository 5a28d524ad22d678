import { ElectronicSignatures } from '#web/features/signing-settings/electronic-signatures.tsx'
import { TemplatesScreen } from '#web/features/templates/templates-screen.tsx'

export const Templates = () => (
  <TemplatesScreen>
    <ElectronicSignatures />
  </TemplatesScreen>
)
