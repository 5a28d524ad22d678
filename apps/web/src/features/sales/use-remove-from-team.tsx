import { useMutation } from '@tanstack/react-query'
import type { TeamMember } from '@vialdesk/contract/sales'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import { memberName } from './team.columns.tsx'

const showMessage = { onSuccess: ({ message }: { message: string }) => showSuccess(message) }

const confirmRemoval = (member: TeamMember, consequence: string) =>
  confirm({ title: `Remove ${memberName(member)} from your team?`, consequence, verb: 'Remove from team', danger: true })

/** Asks for confirmation, because only an admin can undo the removal. */
export function useRemoveRep() {
  const remove = useMutation({ ...apiMutation('GET /api/v1/sales-rep/{id}/remove-team/'), ...showMessage })
  return async (rep: TeamMember) => {
    const consequence =
      'The sales rep keeps the account, centers and patients. You no longer see them. Only an admin can undo this.'
    if (await confirmRemoval(rep, consequence)) remove.mutate({ params: { id: rep.id } })
  }
}

export function useRemoveManager() {
  const remove = useMutation({ ...apiMutation('GET /api/v1/sales-distributors/{id}/remove-team/'), ...showMessage })
  return async (manager: TeamMember) => {
    const consequence =
      'The sales manager keeps the account and sales reps. You no longer see them or their patients. Only an admin can undo this.'
    if (await confirmRemoval(manager, consequence)) remove.mutate({ params: { id: manager.id } })
  }
}
