import { Button, ColorInput, ColorSwatch, Input, SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { type BrandFault, brandFaults } from '@vialdesk/contract/base/colors'
import { type CornerRadius, cornerRadii, type DomainSettings } from '@vialdesk/contract/business/branding'
import { Section } from '#web/ui/layout/section.tsx'
import { ImageField } from './image-field.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

interface ColorFieldProps {
  form: SettingsFormState
  name: BrandFault['field']
  label: string
  description: string
  required?: boolean
}

/** Offers the nearest colour with enough contrast. */
function NearestColor({ fault, onUse }: { fault: BrandFault; onUse: (color: string) => void }) {
  return (
    <Button
      variant="default"
      size="xs"
      style={{ alignSelf: 'flex-start' }}
      leftSection={<ColorSwatch color={fault.nearest} size={16} withShadow={false} aria-hidden />}
      onClick={() => onUse(fault.nearest)}
    >
      Use {fault.nearest}
    </Button>
  )
}

/** A colour of the brand. A colour that misses WCAG AA shows why, and the nearest one that does not, while it is chosen. */
function ColorField({ form, name, label, description, required = false }: ColorFieldProps) {
  const { onChange, value, error, ...rest } = form.getInputProps(name)
  const fault = brandFaults({ [name]: value }).find(({ field }) => field === name)
  const set = (color: string) => onChange(color.toLowerCase())
  return (
    <Stack gap={6}>
      <ColorInput
        label={label}
        description={description}
        withAsterisk={required}
        format="hex"
        fixOnBlur={false}
        withEyeDropper={false}
        popoverProps={{ shadow: 'md' }}
        {...rest}
        value={value}
        onChange={set}
        error={fault?.message ?? error}
      />
      <div role="status" style={{ display: 'contents' }}>
        {fault && <NearestColor fault={fault} onUse={set} />}
        {!fault && value && (
          <Text size="xs" c="dimmed">
            Text is readable on this colour (WCAG AA).
          </Text>
        )}
      </div>
    </Stack>
  )
}

interface Props {
  form: SettingsFormState
  settings: DomainSettings
}

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
        />
        <ImageField
          form={form}
          name="favicon"
          label="Favicon"
          description="The small square picture in the tab of the browser."
          url={settings.favicon}
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
          removable
        />
      </Stack>
    </Section>
  )
}
