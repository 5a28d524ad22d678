import type { ComponentProps } from 'react'
import type { UserDrawer } from '#web/features/accounts/users/user-drawer.tsx'
import { UserSessions } from '#web/features/people/user-sessions.tsx'

/** The tab of a user that admins get from another feature. */
export const peopleTabs: Pick<ComponentProps<typeof UserDrawer>, 'sessions'> = {
  sessions: (user) => <UserSessions user={user} />,
}
