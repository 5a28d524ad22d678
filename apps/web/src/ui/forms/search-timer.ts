/** When a search box starts a search by itself. */
import { callAfterPause } from '#web/lib/browser/pauses.ts'

/** Milliseconds after the last key before a search starts. */
export const SEARCH_DELAY_MS = 700
/** Longer texts start a search automatically; shorter ones need Enter. */
export const AUTO_SEARCH_ABOVE = 3
/** Milliseconds after the last digit before a search for a number starts. */
const NUMBER_DELAY_MS = 250
/** `98`, `#98`, `Patient 98` and phone numbers. */
const isNumberText = (text: string) => /^\s*(?:patient\s*)?#?\s*[(+]*\d[\d ().+/-]*$/i.test(text)

/** Milliseconds until the search for the text; undefined if it needs Enter. A number needs no minimum of letters. */
function searchDelay(text: string, shortTexts: boolean): number | undefined {
  if (isNumberText(text)) return NUMBER_DELAY_MS
  const length = text.trim().length
  return shortTexts || length === 0 || length > AUTO_SEARCH_ABOVE ? SEARCH_DELAY_MS : undefined
}

/** Searches some time after the last key. */
export function searchTimer(search: (text: string) => void) {
  const { start, cancel } = callAfterPause(search)
  const typed = (text: string, shortTexts = false): void => {
    cancel()
    const delay = searchDelay(text, shortTexts)
    if (delay !== undefined) start(text, delay)
  }
  return { typed, cancel }
}
