import type { SignedIn } from './session.ts'

/** Where someone begins: the dashboard, or the one screen that an observer has, empty until a lab is assigned. */
export function homeOf({ role, user }: Pick<SignedIn, 'role' | 'user'>): string {
  if (role !== 'observer') return '/dashboard'
  return user.lab_id ? `/lab/${user.lab_id}` : '/lab'
}
