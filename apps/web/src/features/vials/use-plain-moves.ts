import { useMutation } from '@tanstack/react-query'
import { send } from '#web/lib/api.ts'
import { notifySuccess } from '#web/lib/notify.ts'
import { countOfVials } from '#web/lib/vial-words.ts'
import { confirm } from '#web/ui/confirm.tsx'
import type { Handled } from './vial-actions.ts'

const questions = {
  quarantine: {
    to: 'quarantine',
    title: (vials: string) => `Put ${vials} into quarantine?`,
    consequence: 'The vials stay in quarantine until they are released. They cannot go back into process.',
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
export function usePlainMoves(onDone: () => void) {
  const move = useMutation({
    ...send('POST /api/v1/vials/move/'),
    onSuccess: ({ message }) => {
      notifySuccess(message)
      onDone()
    },
  })
  const ask = async (name: keyof typeof questions, vials: readonly Handled[]) => {
    const { to, title, ...question } = questions[name]
    if (await confirm({ title: title(countOfVials(vials.length)), ...question }))
      move.mutate({ body: { vials: vials.map(({ id }) => id), to } })
  }
  return { ask, busy: move.isPending }
}
