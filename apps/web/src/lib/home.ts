import { mayOpen } from '@vialdesk/contract/screens'
import { isScreen } from './guard.ts'
import type { SignedIn } from './session.ts'

/** Where someone begins: the dashboard, or the one screen that an observer has, empty until a lab is assigned. */
export function homeOf({ role, user }: Pick<SignedIn, 'role' | 'user'>): string {
  if (role !== 'observer') return '/dashboard'
  return user.lab_id ? `/lab/${user.lab_id}` : '/lab'
}

/**
 * Where someone goes on after logging in: to where this browser was, else where they begin. Whoever was there may have been somebody
 * else: a screen that is not this person's would greet them as unauthorized.
 */
export function wayOn(who: Pick<SignedIn, 'role' | 'user'>, target: string | undefined): string {
  const path = target?.split(/[?#]/)[0] ?? ''
  return target && !(isScreen(path) && !mayOpen(path, who.role)) ? target : homeOf(who)
}
