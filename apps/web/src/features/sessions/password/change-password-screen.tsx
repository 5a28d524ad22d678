import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ChangePassword } from '@vialdesk/contract/people/sessions'
import { useState } from 'react'
import { OwnerOnlyNotice } from '#web/features/sessions/settings/owner-only-notice.tsx'
import { apiQuery } from '#web/lib/api/api.ts'
import { useFormCall } from '#web/lib/api/use-call.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { ResultModal } from '#web/ui/dialogs/result-modal.tsx'
import { Form } from '#web/ui/forms/form.tsx'
import { NewPasswordField } from '#web/ui/forms/new-password-field.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Screen } from '#web/ui/layout/screen.tsx'

const blank = { password_current: '', password_new: '', password_confirmation: '' }

function ChangePasswordForm({ userId, ownWords }: { userId: number; ownWords: string[] }) {
  const [message, setMessage] = useState<string>()
  const update = useFormCall('POST /api/v1/users/update-password/{id}/')
  const form = useContractForm(ChangePassword, {
    initialValues: { user_id: userId, ...blank },
    send: async (body) => setMessage((await update({ params: { id: userId }, body })).message),
  })
  const close = () => {
    setMessage(undefined)
    form.setValues({ user_id: userId, ...blank })
    form.resetDirty({ user_id: userId, ...blank })
  }
  return (
    <Form {...form.formProps} label="Change Password">
      <PasswordField label="Current password" {...form.getInputProps('password_current')} />
      <NewPasswordField
        label="New password"
        description="Min Length 8"
        ownWords={ownWords}
        {...form.getInputProps('password_new')}
      />
      <PasswordField label="Confirm new password" autoComplete="new-password" {...form.getInputProps('password_confirmation')} />
      <Group mt="xs">
        <SubmitButton busy={form.busy}>Change Password</SubmitButton>
      </Group>
      <ResultModal title="Change Password" message={message} onClose={close} />
    </Form>
  )
}

export function ChangePasswordScreen() {
  const session = useQuery(apiQuery('GET /auth/session/'))
  return (
    <Screen title="Change Password" narrow lead="You’ll be logged out on your other devices.">
      <Loaded query={session}>
        {({ kind, user }) =>
          kind === 'own' ? (
            <div style={{ maxWidth: '24rem' }}>
              <ChangePasswordForm userId={user.id} ownWords={[user.first_name, user.last_name, user.company, user.email]} />
            </div>
          ) : (
            <OwnerOnlyNotice user={user} />
          )
        }
      </Loaded>
    </Screen>
  )
}
