/** Whether a user may open a screen. The menu, every route and the server read the same table. */
import { mayOpenScreen, type ScreenAccess, type ScreenPath, screenAccess } from '@vialdesk/contract/base/screens'
import type { BrowserSession } from './session.ts'

/** A route's path in the contract: `/receipt/$id` is `/receipt/{id}`, `/lab/{-$id}` is `/lab/{id?}`. */
export function screenPath(routePath: string): string {
  const path = routePath.replace(/\{-\$(\w+)\}/g, '{$1?}').replace(/\$(\w+)/g, '{$1}')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

export const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenAccess, path)

export type ScreenVerdict = 'open' | 'login' | 'unauthorized'

export function viewerMayOpen(path: ScreenPath, viewer: Pick<BrowserSession, 'role' | 'user'> | undefined): boolean {
  const { installation }: ScreenAccess = screenAccess[path]
  return mayOpenScreen(path, viewer?.role) && (!installation || viewer?.user.runs_installation === true)
}

/** A route without a row in the table is denied. */
export function screenVerdict(routePath: string, viewer: BrowserSession | undefined): ScreenVerdict {
  const path = screenPath(routePath)
  if (isScreen(path) && viewerMayOpen(path, viewer)) return 'open'
  return viewer ? 'unauthorized' : 'login'
}
