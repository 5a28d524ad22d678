import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import { Screen } from '#web/ui/layout/screen.tsx'
import { EmailFileTemplates } from './email-file-templates.tsx'

/** `children` are sections below the templates. */
export const TemplatesScreen = ({ children }: { children: ReactNode }) => (
  <Screen title="Email File Templates" lead="The PDFs that centers and patients sign. Each needs a field for every signature.">
    <Stack gap={40}>
      <EmailFileTemplates />
      {children}
    </Stack>
  </Screen>
)
