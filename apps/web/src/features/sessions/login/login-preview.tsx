import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { ForgotPassword } from './forgot-password.tsx'
import { PasswordStep } from './password-step.tsx'
import { useLoginForm } from './use-login-form.ts'

const nothing = () => undefined

/** The login form as a picture, for the preview of a brand. */
export function LoginPreview({ config }: { config: PortalConfig }) {
  const form = useLoginForm(nothing)
  return (
    <PasswordStep
      name={config.domain.name}
      outcome={null}
      form={form}
      busy={false}
      forgot={<ForgotPassword prepare={nothing} open={nothing} />}
    />
  )
}
