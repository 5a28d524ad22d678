import { tabStorage } from './storage.ts'

const REASON = 'reason-after-load'

/** The next page shows why the user is there. */
export const showReasonAfterLoad = (reason: string) => tabStorage.set(REASON, reason)

/** The reason that the page before has left, once. */
export function takeReason(): string | undefined {
  const reason = tabStorage.get(REASON)
  tabStorage.remove(REASON)
  return reason
}
