/**
 * Whether the portal can be reached. The browser and failed requests report a loss; from then on the portal is asked every few
 * seconds, until it answers.
 */
import { useSyncExternalStore } from 'react'
import { createListeners } from './listeners.ts'
import { fetchBuildVersion } from './portal-update.ts'

/** Milliseconds between two questions while the portal does not answer. */
const ASK_AGAIN_MS = 5000

/** The portal's answer: its build, if it has one. */
interface SignOfLife {
  version: string | undefined
}

const { subscribe, notify } = createListeners()
let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
let asking: Promise<SignOfLife | undefined> | undefined

function setLost(next: boolean): void {
  clearTimeout(timer)
  if (next) timer = setTimeout(() => void askPortal(), ASK_AGAIN_MS)
  if (next === lost) return
  lost = next
  notify()
}

async function ask(): Promise<SignOfLife | undefined> {
  const answer = await fetchBuildVersion().then(
    (version) => ({ version }),
    () => undefined,
  )
  setLost(answer === undefined)
  return answer
}

/** Asks for a sign of life; undefined without an answer. Questions at the same time share one request. */
export function askPortal(): Promise<SignOfLife | undefined> {
  asking ??= ask().finally(() => {
    asking = undefined
  })
  return asking
}

export const connectionIsLost = () => lost

/** Calls `listener` when the connection is lost and when it is back. */
export const onConnectionChange = subscribe

export const useConnectionLost = () => useSyncExternalStore(onConnectionChange, connectionIsLost)

/** The browser knows at once when its network is gone. A network that is back may still not reach the portal. */
export function followConnection(page: Window = window): void {
  page.addEventListener('offline', () => setLost(true))
  page.addEventListener('online', () => void askPortal())
  // A page in the back-forward cache gets no events.
  page.addEventListener('pageshow', () => page.navigator.onLine === false && setLost(true))
  if (page.navigator.onLine === false) setLost(true)
}
