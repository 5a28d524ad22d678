/** The session of this browser: a token and its user, shared by all tabs. */
import { type Role, roleOfMembership } from '@vialdesk/contract/base/roles'
import type { SessionUser } from '@vialdesk/contract/people/sessions'
import { useSyncExternalStore } from 'react'
import { createListeners } from '#web/lib/browser/listeners.ts'
import { browserStorage, storageKey } from '#web/lib/browser/storage.ts'

export interface BrowserSession {
  token: string
  user: SessionUser
  /** From the first membership; undefined for a membership that a business added itself. */
  role: Role | undefined
}

const { subscribe, notify } = createListeners()
let current: BrowserSession | undefined
let isRead = false

function stored(): BrowserSession | undefined {
  const token = browserStorage.get('token')
  const user = browserStorage.get('user')
  if (!token || !user) return undefined
  try {
    const parsed = JSON.parse(user) as SessionUser
    return { token, user: parsed, role: roleOfMembership(parsed.membership[0]?.id ?? parsed.subscription) }
  } catch {
    browserStorage.remove('token', 'user')
    return undefined
  }
}

function refresh(): void {
  current = stored()
  isRead = true
  notify()
}

export function session(): BrowserSession | undefined {
  if (!isRead) refresh()
  return current
}

export function saveSession(token: string, user: SessionUser): void {
  // Other tabs react to the token, so the user must be stored first.
  browserStorage.set('user', JSON.stringify(user))
  browserStorage.set('token', token)
  browserStorage.remove('last-active')
  refresh()
}

/** Updates the user of the current session. */
export function updateUser(user: SessionUser): void {
  if (!session() || browserStorage.get('user') === JSON.stringify(user)) return
  browserStorage.set('user', JSON.stringify(user))
  refresh()
}

/** Removes the session from this browser. The caller may also end it on the server. */
export function clearSession(): void {
  browserStorage.remove('token', 'user', 'last-active')
  refresh()
}

export const useSession = () => useSyncExternalStore(subscribe, session)

/** Calls `onChange` when another tab logs in or out. */
export function followOtherTabs(onChange: (isSameUser: boolean) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey('token')) return
    const before = session()?.user.id
    refresh()
    onChange(before === session()?.user.id)
  })
}
