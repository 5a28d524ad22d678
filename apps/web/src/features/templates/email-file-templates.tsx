import { Stack } from '@mantine/core'
import { TemplateSection } from './template-section.tsx'
import { sections } from './template-text.ts'

/** The templates of all documents to sign. A part of a screen, without a title of its own. */
export const EmailFileTemplates = () => (
  <Stack gap={40}>
    {sections.map((section) => (
      <TemplateSection key={section.type} {...section} />
    ))}
  </Stack>
)
