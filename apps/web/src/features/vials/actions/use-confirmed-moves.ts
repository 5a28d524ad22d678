import { useMutation } from '@tanstack/react-query'
import { vialCountText } from '#web/features/vials/vial-text.ts'
import { apiMutation } from '#web/lib/api/api.ts'
import { showSuccess } from '#web/lib/browser/toast.ts'
import { confirm } from '#web/ui/dialogs/confirm.tsx'
import type { ActionVial } from './vial-actions.ts'

const questions = {
  quarantine: {
    to: 'quarantine',
    title: (vials: string) => `Put ${vials} into quarantine?`,
    consequence: 'The vials stay in quarantine until they are released. They cannot go back into processing.',
    verb: 'To quarantine',
  },
  resume: {
    to: 'released',
    title: (vials: string) => `Put ${vials} back into stock?`,
    consequence: 'The vials can be shipped again.',
    verb: 'Back into stock',
  },
} as const

/** Moves that only need a confirmation. */
export function useConfirmedMoves(onDone: () => void) {
  const move = useMutation({
    ...apiMutation('POST /api/v1/vials/move/'),
    onSuccess: ({ message }) => {
      showSuccess(message)
      onDone()
    },
  })
  const ask = async (name: keyof typeof questions, vials: readonly ActionVial[]) => {
    const { to, title, ...question } = questions[name]
    if (await confirm({ title: title(vialCountText(vials.length)), ...question }))
      move.mutate({ body: { vials: vials.map(({ id }) => id), to } })
  }
  return { ask, busy: move.isPending }
}
