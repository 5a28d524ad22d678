/**
 * Says on the root element when the page is at work: `data-busy` is there from the first byte until the first screen stands, and again while a
 * request, a navigation or a pause in typing is under way. Tests and other programs that drive the portal wait for it to go.
 */
import { useEffect } from 'react'

/** The first is the start of the page. */
let running = 1

const root = () => globalThis.document?.documentElement

/** Milliseconds, for the timers that hand an answer on to the screen, and one frame. */
const SETTLING_MS = 20

/** Renders and the next requests of their effects come first: this has the lowest priority. Not all browsers know priorities. */
function afterRenders(check: () => void): void {
  if ('scheduler' in globalThis) void scheduler.postTask(check, { priority: 'background', delay: SETTLING_MS })
  else setTimeout(check, SETTLING_MS)
}

function settle(): void {
  afterRenders(() => {
    if (running === 0) root()?.removeAttribute('data-busy')
  })
}

function end(): void {
  running -= 1
  if (running === 0 && root()) settle()
}

function begin(): void {
  running += 1
  root()?.setAttribute('data-busy', '')
}

/** Answers the function that ends the activity. To call it again changes nothing. */
export function beginActivity(): () => void {
  begin()
  let isOver = false
  return () => {
    if (!isOver) end()
    isOver = true
  }
}

/** Within an activity: the user has to answer first, and the page is not at work until then. */
export async function whileUserAnswers<Answer>(answer: Promise<Answer>): Promise<Answer> {
  end()
  try {
    return await answer
  } finally {
    begin()
  }
}

let started = false

export function endStart(): void {
  if (!started) end()
  started = true
}

/** For the first component of a page: the router, which renders nothing before its screen is loaded, the login, or what stands in for both. */
export const useEndOfStart = () => useEffect(endStart, [])

/** The page is at work for as long as the condition holds, and the component is there. */
export function useActivity(isRunning: boolean): void {
  useEffect(() => (isRunning ? beginActivity() : undefined), [isRunning])
}
