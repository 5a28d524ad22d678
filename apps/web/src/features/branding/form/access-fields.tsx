import { Anchor, Checkbox, Select, SimpleGrid, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { membershipIds, membershipNames, workingRoles } from '@vialdesk/contract/base/roles'
import type { DomainSettings } from '@vialdesk/contract/business/branding'
import { countryName, useCountries } from '#web/lib/forms/countries.ts'
import { CountrySelect } from '#web/ui/forms/country-select.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { WholeNumberInput } from '#web/ui/forms/whole-number-input.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { SettingsFormState } from './use-settings-form.ts'

const memberships = workingRoles.map((role) => membershipIds[role]).toSorted((one, other) => one - other)

/** Browsers leave out older names of zones, and the stored one may be such a name. */
const timeZones = (stored: string) => [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', stored])].toSorted()

/** How long sessions last, and who needs a second step to sign in. */
export function SessionFields({ form, settings }: { form: SettingsFormState; settings: DomainSettings }) {
  const { two_step_memberships } = form.getValues()
  return (
    <Section title="Time and sign-in">
      <Stack gap="md">
        <Select
          label="Time zone"
          description="Dates and times are shown in it."
          data={timeZones(settings.brand.time_zone)}
          searchable
          allowDeselect={false}
          nothingFoundMessage="No results"
          {...form.getInputProps('time_zone')}
        />
        <CountrySelect
          {...form.getInputProps('country')}
          description="Forms with an address begin with it."
          value={countryName(useCountries(), form.getValues().country)}
          onChange={(_, code) => form.setFieldValue('country', code)}
          required
        />
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md">
          <WholeNumberInput label="Log out after minutes without use" {...form.getInputProps('idle_minutes')} />
          <WholeNumberInput label="Log out at the latest after hours" {...form.getInputProps('session_hours')} />
        </SimpleGrid>
        <Checkbox.Group
          label="Require two-step sign-in"
          description="People with these memberships must set it up at their next login."
          value={two_step_memberships.map(String)}
          onChange={(ids) => form.setFieldValue('two_step_memberships', ids.map(Number))}
          error={form.errors.two_step_memberships}
          data-path="two_step_memberships"
        >
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt="xs">
            {memberships.map((id) => (
              <Checkbox key={id} value={String(id)} label={membershipNames[id]} />
            ))}
          </SimpleGrid>
        </Checkbox.Group>
      </Stack>
    </Section>
  )
}

/** The password that opens the sign-up form of admins. */
export function AdminPasswordFields({ form, settings }: { form: SettingsFormState; settings: DomainSettings }) {
  const { update_password } = form.getValues()
  const toggle = (on: boolean) => {
    form.setFieldValue('update_password', on)
    form.setFieldValue('admin_form_password', '')
    form.clearFieldError('admin_form_password')
  }
  return (
    <Section title="Admin form password">
      <Stack gap="md">
        <NewPasswordField
          label="Admin form password"
          description={
            <>
              {settings.has_admin_form_password ? 'A password is set. It' : 'No password is set yet. It'} opens the{' '}
              <Anchor component={Link} to="/admin-registration-process" target="_blank" inherit underline="always">
                sign-up form of admins
              </Anchor>
              . Min Length 8.
            </>
          }
          disabled={!update_password}
          withAsterisk={update_password}
          {...form.getInputProps('admin_form_password')}
        />
        <Checkbox label="update password" checked={update_password} onChange={(event) => toggle(event.currentTarget.checked)} />
      </Stack>
    </Section>
  )
}
