import { IconMailForward } from '@tabler/icons-react'
import type { Invited } from '@vialdesk/contract/people/invitations'
import { useAction } from '#web/lib/api/use-call.ts'
import type { RowAction } from '#web/ui/table/table-types.ts'

interface InvitedUser {
  id: number
  invited?: Invited | null | undefined
}

export const INVITE_AGAIN = 'Send Invitation Again'

/** A person who has set a password needs no invitation. Readers who may not invite get no state. */
export const canBeInvited = ({ invited }: InvitedUser) => invited != null && invited.state !== 'used'

export const useInviteAgain = () => useAction('POST /api/v1/users/{id}/remind/')

/** The menu of a row: the invitation again, while it is of use. */
export function useInvitationActions(): (user: InvitedUser) => RowAction[] {
  const { mutate, isPending } = useInviteAgain()
  return (user) =>
    canBeInvited(user)
      ? [
          {
            label: INVITE_AGAIN,
            icon: IconMailForward,
            disabled: isPending,
            onClick: () => mutate({ params: { id: user.id } }),
          },
        ]
      : []
}
