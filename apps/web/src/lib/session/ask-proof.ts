/**
 * The question whether it is still you, which protected calls need now and then. A request that is refused for it waits here; one dialog
 * answers all waiting requests.
 */
import { useSyncExternalStore } from 'react'

let waiting: ((confirmed: boolean) => void)[] = []
const listeners = new Set<() => void>()

const isAsked = () => waiting.length > 0
const notify = () => {
  for (const listener of listeners) listener()
}

/** Resolves with true after a confirmation, and with false if the user closes the dialog. False at once on a page without the dialog. */
export function askProof(): Promise<boolean> {
  if (listeners.size === 0) return Promise.resolve(false)
  return new Promise((resolve) => {
    waiting.push(resolve)
    notify()
  })
}

export function answerProof(confirmed: boolean): void {
  const answered = waiting
  waiting = []
  notify()
  for (const answer of answered) answer(confirmed)
}

/** Calls `listener` when a request begins or ends to wait. */
export function followProof(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) answerProof(false)
  }
}

/** For the dialog: whether a request waits. */
export const useProofAsked = () => useSyncExternalStore(followProof, isAsked)
