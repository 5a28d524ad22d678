import { Alert } from '@mantine/core'
import { IconShieldLock } from '@tabler/icons-react'
import type { SessionUser } from '@vialdesk/contract/sessions'

/** In the account of another: how someone signs in is the owner's alone. */
export function OwnersAlone({ user }: { user: Pick<SessionUser, 'company' | 'username'> }) {
  return (
    <Alert color="gray" icon={<IconShieldLock size={20} />}>
      Password, two-step sign-in and sessions are for {user.company || user.username} alone.
    </Alert>
  )
}
