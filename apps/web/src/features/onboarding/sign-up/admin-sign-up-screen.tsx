import { IconLock } from '@tabler/icons-react'
import { ADMIN_FAILED, DomainPassword, NewAdmin } from '@vialdesk/contract/people/onboarding'
import { useState } from 'react'
import { z } from 'zod'
import { portal } from '#web/lib/browser/portal.ts'
import { ApiError } from '#web/lib/errors/api-error.ts'
import { useContractForm } from '#web/lib/forms/use-contract-form.ts'
import { useTimedMessage } from '#web/lib/forms/use-timed-message.ts'
import { Form } from '#web/ui/forms/form.tsx'
import { PasswordField } from '#web/ui/forms/password-field.tsx'
import { SubmitButton } from '#web/ui/forms/submit-button.tsx'
import { blankPerson, SignUpForm, SignUpFrame } from './sign-up-form.tsx'
import { useSignUp, useSignUpCall } from './use-sign-up.ts'

const TITLE = 'Admin Registration'
const DomainPasswordInput = z.object({ password: DomainPassword })

/** The form stays locked until the domain's password is accepted. */
function DomainPasswordForm({ onOpen }: { onOpen: (password: string) => void }) {
  const check = useSignUpCall('POST /domain/config/{id}/validate-admin-pass/')
  const form = useContractForm(DomainPasswordInput, {
    initialValues: { password: '' },
    guard: false,
    send: async (body) => {
      await check({ params: { id: portal().domain.id }, body })
      onOpen(body.password)
    },
  })
  return (
    <SignUpFrame narrow title={TITLE} lead={`Enter the password for new admins of ${portal().domain.name}.`}>
      <Form {...form.formProps} label={TITLE}>
        <PasswordField
          size="md"
          label="Domain password"
          leftSection={<IconLock size={16} aria-hidden />}
          autoComplete="off"
          {...form.getInputProps('password')}
        />
        <SubmitButton size="md" fullWidth busy={form.busy}>
          Unlock
        </SubmitButton>
      </Form>
    </SignUpFrame>
  )
}

/** Milliseconds for which a failure shows, as specified. */
const FAILURE_MS = 4000

interface AdminSignUpFormProps {
  domainPassword: string
  /** Runs when the domain password was changed meanwhile. */
  onLocked: () => void
}

function AdminSignUpForm({ domainPassword, onLocked }: AdminSignUpFormProps) {
  const add = useSignUpCall('POST /domain/white-label/admin/')
  const form = useSignUp(NewAdmin, {
    initialValues: { domain_password: domainPassword, ...blankPerson },
    send: (body) =>
      add({ body }).catch((error) => {
        if (error instanceof ApiError && error.code === 'access_not_allowed') onLocked()
        throw error
      }),
  })
  const failure = useTimedMessage(form.formProps.failure && `${ADMIN_FAILED} ${form.formProps.failure}`, FAILURE_MS)
  return (
    <SignUpForm
      title={TITLE}
      lead={`Admins can see and change everything in ${portal().domain.name}.`}
      form={form}
      failure={failure}
    />
  )
}

export function AdminSignUpScreen() {
  const [password, setPassword] = useState<string>()
  if (password === undefined) return <DomainPasswordForm onOpen={setPassword} />
  return <AdminSignUpForm domainPassword={password} onLocked={() => setPassword(undefined)} />
}
