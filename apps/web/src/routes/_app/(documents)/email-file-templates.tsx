import { createFileRoute } from '@tanstack/react-router'
import { ElectronicSignatures } from '#web/features/signing-settings/electronic-signatures.tsx'
import { TemplatesScreen } from '#web/features/templates/templates-screen.tsx'

export const Route = createFileRoute('/_app/(documents)/email-file-templates')({
  component: () => (
    <TemplatesScreen>
      <ElectronicSignatures />
    </TemplatesScreen>
  ),
})
