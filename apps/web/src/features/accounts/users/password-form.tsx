import { Box, Text } from '@mantine/core'
import { NewPassword, type User } from '@vialdesk/contract/accounts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useClosingForm } from '#web/lib/forms/use-closing-form.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { FormFooter } from '#web/ui/forms/form-footer.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'

/** An admin sets the password of another user. */
export function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useFormCall('POST /api/v1/users/change-password/')
  const form = useClosingForm(NewPassword, {
    initialValues: { user_id: user.id, new_password_change: '' },
    onClose,
    save: async (body) => (await change({ body })).message,
  })
  return (
    <Form {...form.formProps} label="Change Password">
      <Text c="dimmed">
        The user is logged out on all devices and notified by email. Give the user the new password yourself, or send a password
        link instead.
      </Text>
      <Box maw={384}>
        <NewPasswordField
          label="New password"
          description="Min Length 8"
          withAsterisk
          data-autofocus
          ownWords={[user.first_name ?? '', user.last_name ?? '', user.email ?? '']}
          {...form.getInputProps('new_password_change')}
        />
      </Box>
      <FormFooter form={form} onClose={onClose}>
        Change Password
      </FormFooter>
    </Form>
  )
}
