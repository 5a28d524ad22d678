import { SimpleGrid, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewUser } from '@vialdesk/contract/onboarding'
import { membershipIds } from '@vialdesk/contract/roles'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { apiMutation } from '#web/lib/api/api.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { AddressFields } from '#web/ui/forms/address-fields.tsx'
import { blankAddress, NewAccountForm } from './new-account-form.tsx'

const blank = { company: '', first_name: '', last_name: '', email: '', phone_number: '', ...blankAddress }

/** Adds a processing lab; the owner sets a password with an emailed link. */
export function AddLabForm({ onClose }: { onClose: () => void }) {
  const add = useMutation({ ...apiMutation('POST /api/v1/users/'), meta: { handlesErrors: true } })
  const viewUser = useViewLink('/users/{id}')
  const form = useClosingForm(NewUser, {
    initialValues: { subscription: membershipIds.lab, ...blank },
    onClose,
    save: async (body) => {
      const { id, email } = await add.mutateAsync({ body })
      return {
        message: `Lab has been added. We emailed a link to set the password to ${email}.`,
        links: [
          ...viewUser('View lab', id),
          { label: 'Add harvest center', href: `/all-harvest-centers?lab_id=${id}&add=harvest-center` },
        ],
      }
    },
  })
  return (
    <NewAccountForm form={form} verb="Add Lab" onClose={onClose}>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput label="Lab name" withAsterisk data-autofocus {...form.getInputProps('company')} />
        <TextInput label="Phone" type="tel" inputMode="tel" {...form.getInputProps('phone_number')} />
        <TextInput label="First name" withAsterisk {...form.getInputProps('first_name')} />
        <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
        <EmailField {...form.getInputProps('email')} />
      </SimpleGrid>
      <AddressFields form={form} />
    </NewAccountForm>
  )
}
