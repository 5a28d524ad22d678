import { NumberInput, Select, SimpleGrid, Stack } from '@mantine/core'
import { Section } from '#web/ui/layout/section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const levels = [
  { value: 'off', label: 'Off' },
  { value: 'warn', label: 'Warn' },
  { value: 'required', label: 'Required' },
]
const overriders = [
  { value: 'lab', label: 'Labs and admins' },
  { value: 'admin', label: 'Admins only' },
]

/** The rules that must be met before vials are released or shipped. */
export function ReleaseRuleFields({ form }: { form: SettingsFormState }) {
  const level = (field: 'plating_rule' | 'quality_rule' | 'testing_rule' | 'quarantine_rule') => ({
    data: levels,
    allowDeselect: false,
    ...form.getInputProps(field),
  })
  const count = (field: 'min_quality_checks' | 'min_quarantine_days') => ({
    allowDecimal: false,
    allowNegative: false,
    inputMode: 'numeric' as const,
    ...form.getInputProps(field),
  })
  return (
    <Section
      title="Releasing and shipping vials"
      lead="A warning is shown before vials are released or shipped. A required rule also refuses them, unless somebody overrides it with a reason, which stays on record."
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            label="Plating successful"
            description="Plating that failed always needs an override, unless this is off."
            {...level('plating_rule')}
          />
          <Select label="Infectious disease testing complete" description="In the lab record." {...level('testing_rule')} />
          <Select label="Quality checks" description="In the lab record." {...level('quality_rule')} />
          <NumberInput label="At least this many quality checks" description="1 to 50." {...count('min_quality_checks')} />
          <Select label="Quarantine" description="Of each vial, before it is released." {...level('quarantine_rule')} />
          <NumberInput
            label="At least this many days in quarantine"
            description="0 if any time is enough."
            {...count('min_quarantine_days')}
          />
        </SimpleGrid>
        <Select
          label="Who may override a required rule"
          data={overriders}
          allowDeselect={false}
          {...form.getInputProps('rule_overriders')}
        />
      </Stack>
    </Section>
  )
}
