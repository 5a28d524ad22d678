import { type ComponentProps, useEffect } from 'react'
import { UserDrawer } from '#web/features/accounts/users/user-drawer.tsx'
import { lazyPart } from '#web/lib/browser/lazy-part.ts'

const Details = lazyPart(() => import('./user-tabs.tsx').then((module) => module.DetailsAndTabs))

/** The content begins to load when the pointer or the focus is on a row that opens. */
function usePreloadAtRows(): void {
  useEffect(() => {
    const preload = ({ target }: Event) => {
      if (target instanceof Element && target.closest('[data-opens]')) void Details.preload()
    }
    document.addEventListener('pointerover', preload)
    document.addEventListener('focusin', preload)
    return () => {
      document.removeEventListener('pointerover', preload)
      document.removeEventListener('focusin', preload)
    }
  }, [])
}

/** The drawer of a user, with the tabs of all features. */
export function DrawerOfUser(props: Omit<ComponentProps<typeof UserDrawer>, 'Details'>) {
  usePreloadAtRows()
  return <UserDrawer {...props} Details={Details} />
}
