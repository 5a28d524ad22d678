import {
  IconKey,
  IconLogin2,
  IconMailForward,
  IconPencil,
  IconShieldOff,
  IconTrash,
  IconUserCheck,
  IconUserOff,
} from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Invited } from '@vialdesk/contract/people/invitations'
import { canBeInvited, useInvitationActions } from '#web/entities/invitation/use-invite-again.ts'
import { userTitle } from '#web/entities/user/user-name.ts'
import { enterAccount } from '#web/lib/account/impersonation.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { useAction } from '#web/lib/api/use-call.ts'
import { showError, showSuccess } from '#web/lib/browser/toast.ts'
import { errorMessage } from '#web/lib/errors/error-message.ts'
import { useSession } from '#web/lib/session/session.ts'
import type { RowAction } from '#web/ui/table/table-types.ts'
import type { UserFormName } from './user-details.tsx'

/** The fields of an account that its actions need. */
export interface Account {
  id: number
  subscription: number
  username?: string | undefined
  company?: string | undefined
  email?: string | undefined
  invited?: Invited | null | undefined
}

/** Starts an impersonation, which loads a new page. */
const enter = (id: number) => enterAccount(id).catch((error) => showError(errorMessage(error)))

/** An admin's actions on an active account; the server checks them again. `onForm` opens a form of the user. */
export function useAccountActions(onForm: (id: number, form: UserFormName) => void): (user: Account) => RowAction[] {
  const invitationActions = useInvitationActions()
  const mailLink = useAction('POST /api/v1/utilities/reset-user-password/')
  const resetTwoStep = useAction('POST /api/v1/users/{id}/reset-two-step/')
  const deactivate = useAction('GET /api/v1/users/set/inactive/{id}/')
  const me = useSession()?.user.id
  return (user) => {
    const params = { id: user.id }
    // No one may change another admin's password, email or sessions.
    const nonAdminActions: RowAction[] = [
      { label: 'Change Password', icon: IconKey, onClick: () => onForm(user.id, 'password') },
      { label: 'Login As', icon: IconLogin2, onClick: () => void enter(user.id) },
      {
        label: 'Reset Two-Step Sign-In',
        icon: IconShieldOff,
        asks: {
          title: `Reset two-step sign-in of ${userTitle(user)}?`,
          consequence: 'They can log in with the password alone until they set it up again. Confirm their identity first.',
          verb: 'Reset',
          danger: true,
        },
        onClick: () => resetTwoStep.mutate({ params }),
      },
    ]
    const deactivation: RowAction = {
      label: 'Deactivate',
      icon: IconUserOff,
      danger: true,
      asks: {
        title: `Deactivate ${userTitle(user)}?`,
        consequence:
          'The user is logged out now and cannot log in again. The account appears only under Inactive Users. Documents, payments, vials and team members stay.',
      },
      onClick: () => deactivate.mutate({ params }),
    }
    return [
      { label: 'Edit', icon: IconPencil, onClick: () => onForm(user.id, 'edit') },
      ...(canBeInvited(user)
        ? invitationActions(user)
        : [
            {
              label: 'Send Password Link',
              icon: IconMailForward,
              onClick: () => mailLink.mutate({ body: { user_id: user.id } }),
            },
          ]),
      ...(user.subscription === membershipIds.admin ? [] : nonAdminActions),
      ...(user.id === me ? [] : [deactivation]),
    ]
  }
}

/** True for queries about this account only. */
const isQueryOf = (id: number, [, input]: readonly unknown[]) =>
  (input as { params?: { id?: unknown } } | undefined)?.params?.id === id

/** Removes an account and refetches the screen, except the queries about the removed account. */
function useRemoveAccount(onRemoved: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    ...apiMutation('DELETE /api/v1/users/delete-inactive/{id}/', { keepsScreen: true }),
    onSuccess: async ({ message }, { params: { id } }) => {
      onRemoved()
      showSuccess(message)
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => !isQueryOf(id, queryKey) })
    },
  })
}

/** An admin's actions on an inactive account. `onGone` runs after a removal. */
export function useInactiveActions(onRemoved: () => void): (user: Account) => RowAction[] {
  const activate = useAction('GET /api/v1/users/set/active/{id}/')
  const remove = useRemoveAccount(onRemoved)
  return (user) => [
    { label: 'Activate', icon: IconUserCheck, onClick: () => activate.mutate({ params: { id: user.id } }) },
    ...(user.subscription === membershipIds.admin
      ? []
      : [{ label: 'Login As', icon: IconLogin2, onClick: () => void enter(user.id) }]),
    {
      label: 'Delete',
      icon: IconTrash,
      danger: true,
      asks: {
        title: `Delete ${userTitle(user)}?`,
        consequence:
          'This cannot be undone. The account is removed from all screens, and its email can be used again. Vials, documents, purchases and audit entries stay with the name, as the law requires.',
      },
      onClick: () => remove.mutate({ params: { id: user.id } }),
    },
  ]
}
