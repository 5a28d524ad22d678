import { Stack } from '@mantine/core'
import { templateSections } from './sections.ts'
import { TemplateSection } from './template-section.tsx'

/** The templates of all documents to sign. A part of a screen, without a title of its own. */
export const EmailFileTemplates = () => (
  <Stack gap={40}>
    {templateSections.map((section) => (
      <TemplateSection key={section.type} {...section} />
    ))}
  </Stack>
)
