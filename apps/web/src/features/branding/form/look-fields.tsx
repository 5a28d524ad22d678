import { Input, SegmentedControl, Stack, Textarea, TextInput } from '@mantine/core'
import { type CornerRadius, cornerRadii, type DomainSettings } from '@vialdesk/contract/branding'
import { Section } from '#web/ui/layout/section.tsx'
import { ColorField } from './color-field.tsx'
import { ImageField } from './image-field.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

interface Props {
  form: SettingsFormState
  settings: DomainSettings
}

const PICTURES = ['image/png', 'image/jpeg', 'image/webp']
const PICTURE_HINT = 'PNG, JPEG or WebP, up to 5 MB'

/** The name and the images. */
export function IdentityFields({ form, settings }: Props) {
  return (
    <Section title="Identity">
      <Stack gap="md">
        <TextInput
          label="Title"
          description="The name of your business, as pages, mails and documents show it."
          withAsterisk
          {...form.getInputProps('name')}
        />
        <Textarea
          label="Org Description"
          description="One or two sentences beside the login form and in search results."
          maxRows={5}
          {...form.getInputProps('description')}
        />
        <ImageField
          form={form}
          name="logo"
          label="Logo"
          description="On every page, receipt and mail. Best on a transparent ground."
          url={settings.logo}
          accept={PICTURES}
          hint={PICTURE_HINT}
        />
        <ImageField
          form={form}
          name="favicon"
          label="Favicon"
          description="The small square picture in the tab of the browser."
          url={settings.favicon}
          accept={PICTURES}
          hint={PICTURE_HINT}
        />
      </Stack>
    </Section>
  )
}

const radiusNames: Record<CornerRadius, string> = { xs: 'Sharp', sm: 'Slight', md: 'Medium', lg: 'Round', xl: 'Pill' }
const radii = cornerRadii.map((value) => ({ value, label: radiusNames[value] }))

/** Colours, corners and the login picture. */
export function LookFields({ form, settings }: Props) {
  const { radius } = form.getValues()
  return (
    <Section title="Look">
      <Stack gap="md">
        <ColorField
          form={form}
          name="primary_color"
          label="Primary colour"
          description="Buttons, links and the line of mails."
          required
        />
        <Input.Wrapper label="Corner radius" labelElement="div" id="corner-radius" data-path="radius" error={form.errors.radius}>
          <SegmentedControl
            fullWidth
            size="sm"
            data={radii}
            value={radius}
            onChange={(value) => form.setFieldValue('radius', value as CornerRadius)}
            aria-label="Corner radius"
          />
        </Input.Wrapper>
        <ColorField
          form={form}
          name="login_color"
          label="Login colour"
          description="Beside the login form. Blank: a deep shade of the primary colour."
        />
        <ImageField
          form={form}
          name="login_image"
          label="Login picture"
          description="Fills the side of the login page. Portrait pictures fit best."
          url={settings.brand.login_image}
          accept={PICTURES}
          hint={PICTURE_HINT}
          removable
        />
      </Stack>
    </Section>
  )
}
