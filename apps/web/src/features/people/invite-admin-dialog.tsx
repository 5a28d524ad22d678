import { Text, TextInput } from '@mantine/core'
import { NewAdmin } from '@vialdesk/contract/people/people'
import { EmailField } from '#web/entities/user/email-field.tsx'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { useViewLink } from '#web/lib/session/use-view-link.ts'
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx'
import { Form } from '#web/ui/forms/form.tsx'

function InviteForm({ onClose }: { onClose: () => void }) {
  const invite = useFormCall('POST /api/v1/users/invite-admin/')
  const viewUser = useViewLink('/users/{id}')
  const form = useClosingForm(NewAdmin, {
    initialValues: { first_name: '', last_name: '', email: '' },
    onClose,
    save: async (body) => {
      const { id, message } = await invite({ body })
      return { message, links: viewUser('View admin', id) }
    },
  })
  return (
    <Form {...form.formProps} label="Invite Admin" verb="Send invitation" onCancel={onClose}>
      <Text c="dimmed">
        An admin sees and changes all data of this portal. We email a link to set a password. The link works for 7 days.
      </Text>
      <TextInput label="First name" withAsterisk data-autofocus {...form.getInputProps('first_name')} />
      <TextInput label="Last name" withAsterisk {...form.getInputProps('last_name')} />
      <EmailField {...form.getInputProps('email')} />
    </Form>
  )
}

/** Invites an admin by mail. The page with the domain password stays for sign-ups without an invitation. */
export const InviteAdminDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <FormDialog title="Invite Admin" opened={opened} onClose={onClose} size="md">
    <InviteForm onClose={onClose} />
  </FormDialog>
)
