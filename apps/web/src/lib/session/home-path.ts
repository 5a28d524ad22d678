import { isScreen, viewerMayOpen } from './screen-verdict.ts'
import type { BrowserSession } from './session.ts'

/** The first screen after login: the dashboard. Observers have only the lab screen, which is empty until a lab is assigned. */
export function homePath({ role, user }: Pick<BrowserSession, 'role' | 'user'>): string {
  if (role !== 'observer') return '/dashboard'
  return user.lab_id ? `/lab/${user.lab_id}` : '/lab'
}

/** The text of a link to the first screen. */
export const homeLabel = ({ role }: Pick<BrowserSession, 'role'>) =>
  role === 'observer' ? 'Go to your lab' : 'Go to the dashboard'

/**
 * The path after login: the earlier screen of this browser, or the home path. The earlier screen may belong to another
 * user, so it is skipped if this role may not open it.
 */
export function pathAfterLogin(viewer: Pick<BrowserSession, 'role' | 'user'>, target: string | undefined): string {
  const path = target?.split(/[?#]/)[0] ?? ''
  return target && !(isScreen(path) && !viewerMayOpen(path, viewer)) ? target : homePath(viewer)
}
