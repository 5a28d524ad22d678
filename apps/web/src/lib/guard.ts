/** May this person open this screen? One table answers for the menu, the guard of every route, and the server. */
import { mayOpen, type ScreenPath, screenAccess } from '@vialdesk/contract/screens'
import type { SignedIn } from './session.ts'

/** The contract's name of a route: `/receipt/$id` is `/receipt/{id}`, `/lab/{-$id}` is `/lab/{id?}`. */
export function screenPath(routePath: string): string {
  const path = routePath.replace(/\{-\$(\w+)\}/g, '{$1?}').replace(/\$(\w+)/g, '{$1}')
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

export const isScreen = (path: string): path is ScreenPath => Object.hasOwn(screenAccess, path)

export type Verdict = 'open' | 'login' | 'unauthorized'

/** What has no row in the table is denied. */
export function verdictOn(routePath: string, who: SignedIn | undefined): Verdict {
  const path = screenPath(routePath)
  if (isScreen(path) && mayOpen(path, who?.role)) return 'open'
  return who ? 'unauthorized' : 'login'
}
