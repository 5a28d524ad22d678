import { Anchor, TextInput } from '@mantine/core'
import { NewHarvestCenter, NewReferralCenter } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { blankAddress, blankPerson, NameFields, NewAccountForm, PhoneField, useNewAccount } from './new-account-form.tsx'

const blank = { company: '', ...blankPerson, ...blankAddress, saless_rep_id: null as number | null }

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

/** Adds a center of a sales rep. */
export function AddHarvestCenterForm({ onClose }: { onClose: () => void }) {
  const [reps, labs] = [useRepChoices(), useLabChoices()]
  const form = useNewAccount(NewHarvestCenter, {
    initialValues: { ...blank, lab_id: null as number | null },
    onClose,
    add: useFormCall('POST /api/v1/harvest-centers/'),
    added: 'Harvest center has been added.',
    view: 'View harvest center',
    next: (id) => [{ label: 'Add patient', href: `/all-patients?harvest_center_id=${id}&add=patient` }],
  })
  // Of a list of the centers of one rep or lab.
  const listed = useUrlSearch<{ sales_rep_id?: number; lab_id?: number }>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'lab_id', labs, listed.lab_id)
  const fields = (
    <>
      <TextInput label="Clinic name" withAsterisk data-autofocus {...form.getInputProps('company')} />
      <PhoneField form={form} required />
      <NameFields form={form} />
      <ChoiceSelect
        label="Sales rep"
        required
        description={reps.state === 'loaded' && reps.choices.length === 0 && noRepYet}
        {...reps}
        {...form.getInputProps('saless_rep_id')}
      />
      <ChoiceSelect label="Lab" placeholder="None" {...labs} {...form.getInputProps('lab_id')} />
    </>
  )
  return (
    <NewAccountForm form={form} verb="Add Harvest Center" onClose={onClose} fields={fields}>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}

/** Adds a referral center of a sales rep. */
export function AddReferralCenterForm({ onClose }: { onClose: () => void }) {
  const [reps, centers] = [useRepChoices(), useCenterChoices()]
  const form = useNewAccount(NewReferralCenter, {
    initialValues: { subscription: membershipIds.referral_harvest_center, ...blank, hc_id: null as number | null },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'Referral center has been added.',
    view: 'View referral center',
  })
  // Of a list of the referral centers of one rep or harvest center.
  const listed = useUrlSearch<{ sales_rep_id?: number; harvest_center_id?: number }>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'hc_id', centers, listed.harvest_center_id)
  const fields = (
    <>
      <TextInput label="Clinic name" withAsterisk data-autofocus {...form.getInputProps('company')} />
      <PhoneField form={form} required />
      <NameFields form={form} />
      <ChoiceSelect label="Sales rep" required {...reps} {...form.getInputProps('saless_rep_id')} />
      <ChoiceSelect label="Refers to" placeholder="None" {...centers} {...form.getInputProps('hc_id')} />
    </>
  )
  return (
    <NewAccountForm form={form} verb="Add Referral Center" onClose={onClose} fields={fields}>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}
