import { Button, ColorInput, ColorSwatch, Stack, Text } from '@mantine/core'
import { type BrandFault, brandFaults } from '@vialdesk/contract/colors'
import type { SettingsFormState } from './use-settings-form.ts'

interface Props {
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
export function ColorField({ form, name, label, description, required = false }: Props) {
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
