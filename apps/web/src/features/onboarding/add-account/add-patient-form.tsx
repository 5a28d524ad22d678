import { Checkbox, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { apiMutation } from '#web/lib/api/api.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { blankAddress, NewAccountForm } from './new-account-form.tsx'

const blank = { first_name: '', last_name: '', email: '', phone_number: '', ...blankAddress }

/** Adds a patient; the patient sets a password with an emailed link. */
export function AddPatientForm({ onClose }: { onClose: () => void }) {
  const add = useMutation({ ...apiMutation('POST /api/v1/users/'), meta: { handlesErrors: true } })
  const viewUser = useViewLink('/users/{id}')
  const centers = useCenterChoices()
  const form = useClosingForm(NewUser, {
    initialValues: {
      subscription: membershipIds.patient,
      harvest_center_id: null as number | null,
      required_signature: false,
      ...blank,
    },
    onClose,
    save: async (body) => {
      const { id, email } = await add.mutateAsync({ body })
      return {
        message: `Patient has been added. We emailed a link to set the password to ${email}.`,
        links: viewUser('View patient', id),
      }
    },
  })
  // Of a list of one center's patients.
  usePreset(form, 'harvest_center_id', centers, useUrlSearch<{ harvest_center_id?: number }>().harvest_center_id)
  const { harvest_center_id } = form.getValues()
  return (
    <NewAccountForm form={form} verb="Add Patient" onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
        <TextInput label="Phone" type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
        <ChoiceSelect
          label="Harvest center"
          placeholder="None"
          {...centers}
          {...form.getInputProps('harvest_center_id')}
          value={harvest_center_id}
          onChange={(id) => form.setFieldValue('harvest_center_id', id)}
        />
      </SimpleGrid>
      <AddressFields form={form} />
      <Checkbox
        label="Required Signature"
        description="The patient gets an email to sign the documents now. Without it, a center or an admin requests them later."
        {...form.getInputProps('required_signature', { type: 'checkbox' })}
      />
    </NewAccountForm>
  )
}
