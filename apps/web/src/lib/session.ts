/** Who is signed in on this browser: a token and its user, shared by every tab. */
import { type Role, roleOf } from '@vialdesk/contract/roles'
import type { SessionUser } from '@vialdesk/contract/sessions'
import { useSyncExternalStore } from 'react'
import { browserStorage, storageKey } from './storage.ts'

export interface SignedIn {
  token: string
  user: SessionUser
  /** Decided by the first membership; undefined for one that a business made for itself. */
  role: Role | undefined
}

const listeners = new Set<() => void>()
let current: SignedIn | undefined
let read = false

function stored(): SignedIn | undefined {
  const token = browserStorage.get('token')
  const user = browserStorage.get('user')
  if (!token || !user) return undefined
  try {
    const parsed = JSON.parse(user) as SessionUser
    return { token, user: parsed, role: roleOf(parsed.membership[0]?.id ?? parsed.subscription) }
  } catch {
    browserStorage.remove('token', 'user')
    return undefined
  }
}

function refresh(): void {
  current = stored()
  read = true
  for (const listener of listeners) listener()
}

export function session(): SignedIn | undefined {
  if (!read) refresh()
  return current
}

export function signIn(token: string, user: SessionUser): void {
  // Other tabs are told of the token: by then the user must be there.
  browserStorage.set('user', JSON.stringify(user))
  browserStorage.set('token', token)
  browserStorage.remove('last-active')
  refresh()
}

/** The server's latest word on the user who is signed in already. */
export function renewUser(user: SessionUser): void {
  if (!session() || browserStorage.get('user') === JSON.stringify(user)) return
  browserStorage.set('user', JSON.stringify(user))
  refresh()
}

/** Forgets the session on this browser; whether it ends on the server too is the caller's. */
export function clearSession(): void {
  browserStorage.remove('token', 'user', 'last-active')
  refresh()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useSession = () => useSyncExternalStore(subscribe, session)

/** Another tab signed in or out: this one follows at once, as two people never share one screen. */
export function followOtherTabs(onChange: (isSameUser: boolean) => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key !== storageKey('token')) return
    const before = session()?.user.id
    refresh()
    onChange(before === session()?.user.id)
  })
}
