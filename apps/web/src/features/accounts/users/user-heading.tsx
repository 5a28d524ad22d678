import { Group, Text } from '@mantine/core'
import type { User } from '@vialdesk/contract/people/accounts'
import type { ReactNode } from 'react'
import { invitationBadge } from '#web/entities/invitation/invitation-badge.tsx'
import { StageBadge } from '#web/entities/patient/stage-badge.tsx'
import { roleName, userTitle } from '#web/entities/user/user-name.ts'
import { useSession } from '#web/lib/session/session.ts'
import { RowMenu } from '#web/ui/table/rows/row-menu.tsx'
import { StatusBadge } from '#web/ui/text/status-badge.tsx'
import { useAccountActions, useInactiveActions } from './use-account-actions.ts'
import type { UserFormName } from './user-details.tsx'

/** The kind and state of a user. */
export const UserBadges = ({ user }: { user: User }) => (
  <>
    <StatusBadge meaning="neutral">{roleName(user.subscription)}</StatusBadge>
    {user.stage && <StageBadge stage={user.stage} vials={user} />}
    {invitationBadge(user)}
    {user.active === false && <StatusBadge meaning="bad">Inactive</StatusBadge>}
  </>
)

interface ActionProps {
  user: User
  inDrawer?: boolean
  onForm: (form: UserFormName) => void
  onRemoved: () => void
}

function AdminActions({ user, inDrawer = false, onForm, onRemoved }: ActionProps) {
  const ofActive = useAccountActions((_, form) => onForm(form))
  const ofInactive = useInactiveActions(onRemoved)
  const actions = user.active === false ? ofInactive(user) : ofActive(user)
  return <RowMenu inDrawer={inDrawer} name={userTitle(user)} actions={actions} />
}

/** The menu of an admin. */
export function UserActions(props: ActionProps) {
  return useSession()?.role === 'admin' ? <AdminActions {...props} /> : null
}

/** The title of a drawer. */
export const DrawerHeading = ({ user, ...actions }: Omit<ActionProps, 'inDrawer'>) => (
  <UserHeading user={user}>
    <UserActions user={user} inDrawer {...actions} />
  </UserHeading>
)

export const UserHeading = ({ user, children }: { user: User; children?: ReactNode }) => (
  <Group gap="xs">
    <Text span fw={600} fz="lg" dir="auto">
      {userTitle(user)}
    </Text>
    <UserBadges user={user} />
    {children}
  </Group>
)
