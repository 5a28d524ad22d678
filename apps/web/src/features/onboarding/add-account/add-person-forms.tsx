import { Checkbox, Select, TextInput } from '@mantine/core'
import { NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { useCenterChoices } from '#web/entities/center/center-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { blankAddress, blankPerson, NameFields, NewAccountForm, PhoneField, useNewAccount } from './new-account-form.tsx'

interface Props {
  onClose: () => void
}

/** Adds a processing lab. */
export function AddLabForm({ onClose }: Props) {
  const form = useNewAccount(NewUser, {
    initialValues: { subscription: membershipIds.lab, company: '', ...blankPerson, ...blankAddress },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'Lab has been added.',
    view: 'View lab',
    next: (id) => [{ label: 'Add harvest center', href: `/all-harvest-centers?lab_id=${id}&add=harvest-center` }],
  })
  const fields = (
    <>
      <TextInput label="Lab name" withAsterisk data-autofocus {...form.getInputProps('company')} />
      <PhoneField form={form} />
      <NameFields form={form} />
    </>
  )
  return (
    <NewAccountForm form={form} verb="Add Lab" onClose={onClose} fields={fields}>
      <AddressFields form={form} />
    </NewAccountForm>
  )
}

/** Adds a patient. */
export function AddPatientForm({ onClose }: Props) {
  const centers = useCenterChoices()
  const form = useNewAccount(NewUser, {
    initialValues: {
      subscription: membershipIds.patient,
      harvest_center_id: null as number | null,
      required_signature: false,
      ...blankPerson,
      ...blankAddress,
    },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'Patient has been added.',
    view: 'View patient',
  })
  // Of a list of one center's patients.
  usePreset(form, 'harvest_center_id', centers, useUrlSearch<{ harvest_center_id?: number }>().harvest_center_id)
  const fields = (
    <>
      <NameFields form={form} first />
      <PhoneField form={form} />
      <ChoiceSelect label="Harvest center" placeholder="None" {...centers} {...form.getInputProps('harvest_center_id')} />
    </>
  )
  return (
    <NewAccountForm form={form} verb="Add Patient" onClose={onClose} fields={fields}>
      <AddressFields form={form} />
      <Checkbox
        label="Required Signature"
        description="The patient gets an email to sign the documents now. Without it, a center or an admin requests them later."
        {...form.getInputProps('required_signature', { type: 'checkbox' })}
      />
    </NewAccountForm>
  )
}

const { sales_rep, sales_manager, sales_distributor } = membershipIds
type SalesMembership = typeof sales_rep | typeof sales_manager | typeof sales_distributor

const salesRoles = [
  { value: String(sales_rep), label: 'Sales rep' },
  { value: String(sales_manager), label: 'Sales manager' },
  { value: String(sales_distributor), label: 'Distributor' },
]

/** Adds a rep, manager or distributor. */
export function AddSalesPersonForm({ onClose }: Props) {
  const form = useNewAccount(NewUser, {
    initialValues: { subscription: sales_rep as SalesMembership, ...blankPerson },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'The account has been added.',
    view: 'View account',
    next: (id, { subscription }) =>
      subscription === sales_rep
        ? [{ label: 'Add harvest center', href: `/all-harvest-centers?sales_rep_id=${id}&add=harvest-center` }]
        : [],
  })
  const fields = (
    <>
      <Select
        label="Role"
        withAsterisk
        allowDeselect={false}
        data={salesRoles}
        value={String(form.getValues().subscription)}
        onChange={(value) => form.setFieldValue('subscription', Number(value) as SalesMembership)}
      />
      <PhoneField form={form} />
      <NameFields form={form} first />
    </>
  )
  return <NewAccountForm form={form} verb="Add Sales Person" onClose={onClose} fields={fields} />
}
