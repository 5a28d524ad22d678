import { Checkbox, Select, SimpleGrid, Stack } from '@mantine/core'
import { DOCUMENTS_REQUIRED } from '@vialdesk/contract/care/release-rules'
import { labLabel } from '@vialdesk/contract/people/lab-fields'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
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
  return (
    <Section
      title="Releasing and shipping vials"
      lead="A warning is shown before vials are released or shipped. A required rule also refuses them, unless somebody overrides it with a reason, which stays on record."
    >
      <Stack gap="md">
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <Select
            label={labLabel('stemcell_plating_successful')}
            description="Plating that failed always needs an override, unless this is off."
            {...level('plating_rule')}
          />
          <Select label={labLabel('infectious_testing_complete')} description="In the lab record." {...level('testing_rule')} />
          <Select label={labLabel('number_times_qc_done')} description="In the lab record." {...level('quality_rule')} />
          <WholeNumberInput
            label="At least this many quality checks"
            description="1 to 50."
            {...form.getInputProps('min_quality_checks')}
          />
          <Select label="Quarantine" description="Of each vial, before it is released." {...level('quarantine_rule')} />
          <WholeNumberInput
            label="At least this many days in quarantine"
            description="0 if any time is enough."
            {...form.getInputProps('min_quarantine_days')}
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

/** The rule that must be met before a shipping label is requested. */
export function LabelRuleField({ form }: { form: SettingsFormState }) {
  return (
    <Section title="Shipping labels">
      <Checkbox
        label={DOCUMENTS_REQUIRED}
        description="Refuses a label while a document of a patient is missing. An admin may override this with a reason, which stays on record. If off, a label without any signed document needs a confirmation."
        checked={form.getValues().label_documents_rule === 'required'}
        onChange={(event) => form.setFieldValue('label_documents_rule', event.currentTarget.checked ? 'required' : 'ask')}
        error={form.errors.label_documents_rule}
      />
    </Section>
  )
}
