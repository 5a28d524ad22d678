import { Anchor, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewHarvestCenter } from '@vialdesk/contract/onboarding'
import { useLabChoices } from '#web/entities/center/center-choices.ts'
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
const nobody: { saless_rep_id: number | null; lab_id: number | null } = { saless_rep_id: null, lab_id: null }

/** A center needs a sales rep, so a new business is linked to the sign-up page of sales reps. */
const noRepYet = (
  <>
    There is no sales rep yet. Sales reps sign up{' '}
    <Anchor href="/sales-rep-registration" target="_blank" inherit underline="always">
      on their own page
    </Anchor>
    .
  </>
)

/** Adds a center of a sales rep; the owner sets a password with an emailed link. */
export function AddHarvestCenterForm({ onClose }: { onClose: () => void }) {
  const add = useMutation({ ...apiMutation('POST /api/v1/harvest-centers/'), meta: { handlesErrors: true } })
  const viewUser = useViewLink('/users/{id}')
  const [reps, labs] = [useRepChoices(), useLabChoices()]
  const form = useClosingForm(NewHarvestCenter, {
    initialValues: { ...blank, ...nobody },
    onClose,
    save: async (body) => {
      const { id, email } = await add.mutateAsync({ body })
      return {
        message: `Harvest center has been added. We emailed a link to set the password to ${email}.`,
        links: [
          ...viewUser('View harvest center', id),
          { label: 'Add patient', href: `/all-patients?harvest_center_id=${id}&add=patient` },
        ],
      }
    },
  })
  // Of a list of the centers of one rep or lab.
  const listed = useUrlSearch<{ sales_rep_id?: number; lab_id?: number }>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'lab_id', labs, listed.lab_id)
  const { saless_rep_id, lab_id } = form.getValues()
  return (
    <NewAccountForm form={form} verb="Add Harvest Center" onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="Clinic name" withAsterisk data-autofocus {...form.getInputProps('company')} />
        <TextInput label="Phone" withAsterisk type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
        <TextInput label="First name" withAsterisk {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
        <ChoiceSelect
          label="Sales rep"
          required
          description={reps.state === 'loaded' && reps.choices.length === 0 && noRepYet}
          {...reps}
          {...form.getInputProps('saless_rep_id')}
          value={saless_rep_id}
          onChange={(id) => form.setFieldValue('saless_rep_id', id)}
        />
        <ChoiceSelect
          label="Lab"
          placeholder="None"
          {...labs}
          {...form.getInputProps('lab_id')}
          value={lab_id}
          onChange={(id) => form.setFieldValue('lab_id', id)}
        />
      </SimpleGrid>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}
