import { useEffect } from 'react'

/** Milliseconds for which the first screen has the network to itself. */
const DELAY_MS = 3000

/**
 * Loads menus, dialogs and messages when nothing else is to do: the first click then opens them at once, also when the connection is lost by
 * then. They are one file of the build (vite.config.ts). A failed download is repeated with the first use.
 */
export function useOverlaysInIdle(): void {
  useEffect(() => {
    const load = () => void import('./user-menu-dropdown.tsx').catch(() => undefined)
    const timer = setTimeout(() => ('requestIdleCallback' in window ? requestIdleCallback(load) : load()), DELAY_MS)
    return () => clearTimeout(timer)
  }, [])
}
