import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/browser/listeners.ts'
import { useLoadedDialog } from '#web/lib/browser/use-loaded-dialog.ts'
import type { Question } from './confirm-dialog.tsx'

interface Asked extends Question {
  answer: (yes: boolean) => void
}

let asked: Asked | undefined
let last: Question = { title: '', consequence: '', verb: '' }
const { subscribe, notify } = createListeners()

function set(next: Asked | undefined): void {
  asked = next
  if (next) last = next
  notify()
}

/** Asks before an action: `if (await confirm({ title, consequence, verb })) …` */
export function confirm(question: Question): Promise<boolean> {
  asked?.answer(false)
  return new Promise((resolve) => {
    set({
      ...question,
      answer: (yes) => {
        set(undefined)
        resolve(yes)
      },
    })
  })
}

const loadDialog = () => import('./confirm-dialog.tsx').then(({ ConfirmDialog }) => ConfirmDialog)

/** Rendered once, in the shell. The last question stays readable while its dialog fades out. */
export function ConfirmHost() {
  const current = useSyncExternalStore(subscribe, () => asked)
  const cancel = () => current?.answer(false)
  const { Dialog, opened } = useLoadedDialog(current !== undefined, loadDialog, cancel)
  return Dialog && <Dialog {...(current ?? last)} opened={opened} onConfirm={() => current?.answer(true)} onCancel={cancel} />
}
