import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { apiMutation } from '#web/lib/api/api.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { NewAccountForm } from './new-account-form.tsx'

const { sales_rep, sales_manager, sales_distributor } = membershipIds
type SalesMembership = typeof sales_rep | typeof sales_manager | typeof sales_distributor

const kinds = [
  { value: String(sales_rep), label: 'Sales rep' },
  { value: String(sales_manager), label: 'Sales manager' },
  { value: String(sales_distributor), label: 'Distributor' },
]

const blank: { subscription: SalesMembership; first_name: string; last_name: string; email: string; phone_number: string } = {
  subscription: sales_rep,
  first_name: '',
  last_name: '',
  email: '',
  phone_number: '',
}

/** Adds a rep, manager or distributor, who sets a password with an emailed link. */
export function AddSalesPersonForm({ onClose }: { onClose: () => void }) {
  const add = useMutation({ ...apiMutation('POST /api/v1/users/'), meta: { handlesErrors: true } })
  const viewUser = useViewLink('/users/{id}')
  const form = useClosingForm(NewUser, {
    initialValues: blank,
    onClose,
    save: async (body) => {
      const { id, email } = await add.mutateAsync({ body })
      const addCenter = { label: 'Add harvest center', href: `/all-harvest-centers?sales_rep_id=${id}&add=harvest-center` }
      return {
        message: `The account has been added. We emailed a link to set the password to ${email}.`,
        links: [...viewUser('View account', id), ...(body.subscription === sales_rep ? [addCenter] : [])],
      }
    },
  })
  return (
    <NewAccountForm form={form} verb="Add Sales Person" onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <Select
          label="Role"
          withAsterisk
          allowDeselect={false}
          data={kinds}
          value={String(form.getValues().subscription)}
          onChange={(value) => form.setFieldValue('subscription', Number(value) as SalesMembership)}
        />
        <TextInput label="Phone" type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
        <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
      </SimpleGrid>
    </NewAccountForm>
  )
}
