/** Loads the portal in another account: entered, left, or lost. A fresh page, so that no data of one account stays in memory. */
import type { SessionUser } from '@vialdesk/contract/people/sessions'
import { loadPage } from '#web/lib/browser/load-page.ts'
import { showReasonAfterLoad } from '#web/lib/browser/reason-after-load.ts'
import { homePath } from './home-path.ts'
import { takePlace } from './left-place.ts'
import { saveSession, session } from './session.ts'

export interface Entry {
  message: string
  token: string
  user: SessionUser
}

/** By default the first screen of the account. No request of the earlier account may still be running. */
export function openAccount({ token, user }: Entry, path?: string): void {
  saveSession(token, user)
  const viewer = session()
  loadPage(path ?? (viewer ? homePath(viewer) : '/'))
}

/** The right to enter the account has ended, so the server has led the session back. */
export function continueInOwnAccount(entry: Entry): void {
  showReasonAfterLoad(entry.message)
  openAccount(entry, takePlace(entry.user.id))
}
