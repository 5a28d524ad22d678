import { screenAccess } from '@vialdesk/contract/base/screens'
import { useEffect } from 'react'
import { portal } from '#web/lib/browser/portal.ts'
import { isScreen, screenPath } from './screen-verdict.ts'

/** `{route title} — {domain name}`, or the domain name alone. */
export function pageTitle(title: string | undefined): string {
  return title ? `${title} — ${portal().domain.name}` : portal().domain.name
}

/** The title of a route in the table of screens. */
export function screenTitle(routePath: string | undefined): string | undefined {
  const path = routePath === undefined ? '' : screenPath(routePath)
  return isScreen(path) ? screenAccess[path].title : undefined
}

/** For screens whose title depends on loaded data, such as the checkout of a product. */
export function usePageTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = pageTitle(title)
  }, [title])
}
