import { Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { NewPassword, type User } from '@vialdesk/contract/accounts'
import { send } from '#web/lib/api.ts'
import { useClosingForm } from '#web/lib/use-closing-form.ts'
import { ClosingButtons } from '#web/ui/closing-buttons.tsx'
import { Form } from '#web/ui/form.tsx'
import { PasswordField } from '#web/ui/password-field.tsx'

/** An admin sets the password of another user. */
export function PasswordForm({ user, onClose }: { user: User; onClose: () => void }) {
  const change = useMutation({ ...send('POST /api/v1/users/change-password/'), meta: { handlesErrors: true } })
  const form = useClosingForm(NewPassword, {
    initialValues: { user_id: user.id, new_password_change: '' },
    onClose,
    save: async (body) => (await change.mutateAsync({ body })).message,
  })
  return (
    <Form {...form.formProps} label="Change Password">
      <Text c="dimmed">
        The user is logged out on all devices and notified by email. Give the user the new password yourself, or send a password
        link instead.
      </Text>
      <PasswordField
        label="New password"
        description="Min Length 8"
        withAsterisk
        autoComplete="new-password"
        data-autofocus
        maw={384}
        {...form.getInputProps('new_password_change')}
      />
      <ClosingButtons form={form} onClose={onClose}>
        Change Password
      </ClosingButtons>
    </Form>
  )
}
