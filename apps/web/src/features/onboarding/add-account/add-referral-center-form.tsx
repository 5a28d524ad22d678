import { SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewReferralCenter } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { blankAddress, NewAccountForm } from './new-account-form.tsx'

const blank = { company: '', first_name: '', last_name: '', email: '', phone_number: '', ...blankAddress }
const nobody: { saless_rep_id: number | null; hc_id: number | null } = { saless_rep_id: null, hc_id: null }

/** Adds a referral center of a sales rep; the owner sets a password with an emailed link. */
export function AddReferralCenterForm({ onClose }: { onClose: () => void }) {
  const add = useMutation({ ...apiMutation('POST /api/v1/users/'), meta: { handlesErrors: true } })
  const viewUser = useViewLink('/users/{id}')
  const [reps, centers] = [useRepChoices(), useCenterChoices()]
  const form = useClosingForm(NewReferralCenter, {
    initialValues: { subscription: membershipIds.referral_harvest_center, ...blank, ...nobody },
    onClose,
    save: async (body) => {
      const { id, email } = await add.mutateAsync({ body })
      return {
        message: `Referral center has been added. We emailed a link to set the password to ${email}.`,
        links: viewUser('View referral center', id),
      }
    },
  })
  // Of a list of the referral centers of one rep or harvest center.
  const listed = useUrlSearch<{ sales_rep_id?: number; harvest_center_id?: number }>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'hc_id', centers, listed.harvest_center_id)
  const { saless_rep_id, hc_id } = form.getValues()
  return (
    <NewAccountForm form={form} verb="Add Referral Center" onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="Clinic name" withAsterisk data-autofocus {...form.getInputProps('company')} />
        <TextInput label="Phone" withAsterisk type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
        <TextInput label="First name" withAsterisk {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
        <ChoiceSelect
          label="Sales rep"
          required
          {...reps}
          {...form.getInputProps('saless_rep_id')}
          value={saless_rep_id}
          onChange={(id) => form.setFieldValue('saless_rep_id', id)}
        />
        <ChoiceSelect
          label="Refers to"
          placeholder="None"
          {...centers}
          {...form.getInputProps('hc_id')}
          value={hc_id}
          onChange={(id) => form.setFieldValue('hc_id', id)}
        />
      </SimpleGrid>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}
