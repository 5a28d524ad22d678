import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import type { SessionUser } from '@vialdesk/contract/people/sessions'

/** Shown during an impersonation: only the owner changes login settings. */
export function OwnerOnlyNotice({ user }: { user: Pick<SessionUser, 'company' | 'username'> }) {
  return (
    <Alert color="gray" icon={<IconShieldLock size={20} />}>
      Only {user.company || user.username} can change the password, two-step sign-in and sessions.
    </Alert>
  )
}
