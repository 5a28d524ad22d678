/** The forms of new accounts, whose owners set a password with an emailed link. */
import { Anchor, Button, Checkbox, Group, Modal, Select, SimpleGrid, TextInput } from '@mantine/core'
import { membershipIds } from '@vialdesk/contract/base/roles'
import { NewHarvestCenter, NewReferralCenter, NewUser } from '@vialdesk/contract/people/onboarding'
import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { z } from 'zod'
import { useCenterChoices, useLabChoices } from '#web/entities/center/center-choices.ts'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { useRepChoices } from '#web/entities/user/user-choices.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import type { NoticeLink } from '#web/lib/browser/created.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { usePreset } from '#web/lib/forms/use-preset.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { useUrlSearch } from '#web/lib/url/use-url-search.ts'
import { AddressFields, blankAddress } from '#web/ui/forms/address-fields.tsx'
import { ChoiceSelect } from '#web/ui/forms/choice-select.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'

type Values = Record<string, unknown>

const blankPerson = { first_name: '', last_name: '', email: '', phone_number: '' }
const blankCenter = { company: '', ...blankPerson, ...blankAddress, saless_rep_id: null as number | null }

interface Options<Schema extends z.ZodType<Values>, Start extends Values> {
  initialValues: Start
  onClose: () => void
  add: (input: { body: z.output<Schema> }) => Promise<{ id: number | null; email: string }>
  /** The first sentence of the notice. */
  added: string
  /** The label of the link to the new account. */
  view: string
  /** Links to what may follow. */
  next?: (id: number | null, body: z.output<Schema>) => NoticeLink[]
}

function useNewAccount<Schema extends z.ZodType<Values>, Start extends Values>(
  schema: Schema,
  { initialValues, onClose, add, added, view, next = () => [] }: Options<Schema, Start>,
) {
  const viewUser = useViewLink('/users/{id}')
  return useClosingForm(schema, {
    initialValues,
    onClose,
    save: async (body) => {
      const { id, email } = await add({ body })
      const message = `${added} We emailed a link to set the password to ${email}.`
      return { message, links: [...viewUser(view, id), ...next(id, body)] }
    },
  })
}

interface FormProps {
  form: {
    formProps: Omit<ComponentProps<typeof Form>, 'children' | 'label'>
    busy: boolean
    getInputProps: (field: keyof typeof blankPerson) => object
  }
  /** Names the form and its button. */
  verb: string
  onClose: () => void
  /** The first field. Without it, the name is the first. */
  first?: ReactNode
  /** A place has a phone. */
  isPlace?: boolean
  /** Fields after those of the person. */
  more?: ReactNode
  /** Below the fields in two columns. */
  children?: ReactNode
}

function NewAccountForm({ form, verb, onClose, first, isPlace = false, more, children }: FormProps) {
  const phone = <TextInput label="Phone" withAsterisk={isPlace} type="tel" {...form.getInputProps('phone_number')} />
  return (
    <Form {...form.formProps} label={verb}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        {first}
        {first && phone}
        <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
        {!first && phone}
        {more}
      </SimpleGrid>
      {children}
      <Group justify="flex-end" gap="xs">
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <SubmitButton busy={form.busy}>{verb}</SubmitButton>
      </Group>
    </Form>
  )
}

interface CompanyProps {
  form: { getInputProps: (field: 'company') => object }
  label: string
}

const CompanyField = ({ form, label }: CompanyProps) => (
  <TextInput label={label} withAsterisk data-autofocus {...form.getInputProps('company')} />
)

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

interface Props {
  onClose: () => void
}

/** The records by which the list below the form is filtered. */
interface Listed {
  sales_rep_id?: number
  lab_id?: number
  harvest_center_id?: number
}

function AddHarvestCenterForm({ onClose }: Props) {
  const [reps, labs] = [useRepChoices(), useLabChoices()]
  const form = useNewAccount(NewHarvestCenter, {
    initialValues: { ...blankCenter, lab_id: null as number | null },
    onClose,
    add: useFormCall('POST /api/v1/harvest-centers/'),
    added: 'Harvest center has been added.',
    view: 'View harvest center',
    next: (id) => [{ label: 'Add patient', href: `/all-patients?harvest_center_id=${id}&add=patient` }],
  })
  const listed = useUrlSearch<Listed>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'lab_id', labs, listed.lab_id)
  const hint = reps.state === 'loaded' && reps.choices.length === 0 && noRepYet
  const more = (
    <>
      <ChoiceSelect label="Sales rep" required description={hint} {...reps} {...form.getInputProps('saless_rep_id')} />
      <ChoiceSelect label="Lab" placeholder="None" {...labs} {...form.getInputProps('lab_id')} />
    </>
  )
  const first = <CompanyField form={form} label="Clinic name" />
  return (
    <NewAccountForm form={form} verb="Add Harvest Center" onClose={onClose} first={first} isPlace more={more}>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}

function AddReferralCenterForm({ onClose }: Props) {
  const [reps, centers] = [useRepChoices(), useCenterChoices()]
  const form = useNewAccount(NewReferralCenter, {
    initialValues: { subscription: membershipIds.referral_harvest_center, ...blankCenter, hc_id: null as number | null },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'Referral center has been added.',
    view: 'View referral center',
  })
  const listed = useUrlSearch<Listed>()
  usePreset(form, 'saless_rep_id', reps, listed.sales_rep_id)
  usePreset(form, 'hc_id', centers, listed.harvest_center_id)
  const more = (
    <>
      <ChoiceSelect label="Sales rep" required {...reps} {...form.getInputProps('saless_rep_id')} />
      <ChoiceSelect label="Refers to" placeholder="None" {...centers} {...form.getInputProps('hc_id')} />
    </>
  )
  const first = <CompanyField form={form} label="Clinic name" />
  return (
    <NewAccountForm form={form} verb="Add Referral Center" onClose={onClose} first={first} isPlace more={more}>
      <AddressFields form={form} required />
    </NewAccountForm>
  )
}

function AddLabForm({ onClose }: Props) {
  const form = useNewAccount(NewUser, {
    initialValues: { subscription: membershipIds.lab, company: '', ...blankPerson, ...blankAddress },
    onClose,
    add: useFormCall('POST /api/v1/users/'),
    added: 'Lab has been added.',
    view: 'View lab',
    next: (id) => [{ label: 'Add harvest center', href: `/all-harvest-centers?lab_id=${id}&add=harvest-center` }],
  })
  return (
    <NewAccountForm form={form} verb="Add Lab" onClose={onClose} first={<CompanyField form={form} label="Lab name" />}>
      <AddressFields form={form} />
    </NewAccountForm>
  )
}

function AddPatientForm({ onClose }: Props) {
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
  usePreset(form, 'harvest_center_id', centers, useUrlSearch<Listed>().harvest_center_id)
  const center = (
    <ChoiceSelect label="Harvest center" placeholder="None" {...centers} {...form.getInputProps('harvest_center_id')} />
  )
  return (
    <NewAccountForm form={form} verb="Add Patient" onClose={onClose} more={center}>
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

function AddSalesPersonForm({ onClose }: Props) {
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
  const role = (
    <Select
      label="Role"
      withAsterisk
      allowDeselect={false}
      data={salesRoles}
      value={String(form.getValues().subscription)}
      onChange={(value) => form.setFieldValue('subscription', Number(value) as SalesMembership)}
    />
  )
  return <NewAccountForm form={form} verb="Add Sales Person" onClose={onClose} first={role} />
}

const kinds = {
  patient: { title: 'Add Patient', Form: AddPatientForm },
  'harvest-center': { title: 'Add Harvest Center', Form: AddHarvestCenterForm },
  'referral-center': { title: 'Add Referral Center', Form: AddReferralCenterForm },
  lab: { title: 'Add Lab', Form: AddLabForm },
  sales: { title: 'Add Sales Person', Form: AddSalesPersonForm },
} satisfies Record<string, { title: string; Form: ComponentType<Props> }>

export type NewAccount = keyof typeof kinds

export interface NewAccountProps {
  /** Which of the forms is open. */
  open: NewAccount | undefined
  /** Closes the form; asks first when it has changes. */
  onClose: () => void
}

export function NewAccountDialogs({ open, onClose }: NewAccountProps) {
  return Object.entries(kinds).map(([kind, { title, Form }]) => (
    <Modal key={kind} opened={open === kind} onClose={onClose} title={title} size="lg" closeOnClickOutside={false}>
      <Form onClose={onClose} />
    </Modal>
  ))
}
