import { Screen } from '#web/ui/layout/screen.tsx'
import { EmailFileTemplates } from './email-file-templates.tsx'

export const TemplatesScreen = () => (
  <Screen title="Email File Templates" lead="The PDFs that centers and patients sign. Each needs a field for every signature.">
    <EmailFileTemplates />
  </Screen>
)
