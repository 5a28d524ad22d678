/**
 * The login as the first screen of a page: the most visited one, so it loads without the router and the other screens. They load while the
 * user types, and take over this page after the login.
 */
import { type ComponentType, useEffect, useMemo } from 'react'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { stopRequests } from '#web/lib/api/request.ts'
import { loadPage, reloadPage } from '#web/lib/browser/load-page.ts'
import { pageTitle, screenTitle } from '#web/lib/session/page-title.ts'
import { followOtherTabs } from '#web/lib/session/session.ts'
import { readLoginSearch } from './-login-search.ts'

const load = () => import('../../app/portal.tsx')

/** Milliseconds until the portal loads, while the user types. */
const IDLE_MS = 1000

/** A file that fails to load is loaded again with the next screen. */
const ignore = () => undefined

interface Props {
  /** Shows the portal, whose router has the next screen. */
  onPortal: (Portal: ComponentType) => void
}

export function LoginPage({ onPortal }: Props) {
  const search = useMemo(() => readLoginSearch(Object.fromEntries(new URLSearchParams(location.search))), [])
  const next = useMemo(() => {
    const prepare = (path: string) => void load().then((portal) => portal.prepare(path), ignore)
    const open = async (path: string) => {
      const portal = await load().catch(ignore)
      if (!portal) return loadPage(path)
      portal.enter(path)
      onPortal(portal.Portal)
    }
    return { prepare, open: (path: string) => void open(path) }
  }, [onPortal])
  useEffect(() => {
    document.title = pageTitle(screenTitle('/'))
    const timer = setTimeout(() => void load().then((portal) => portal.prepareShell(), ignore), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])
  // Somebody logs in in another tab: this one goes to their home screen.
  useEffect(
    () =>
      followOtherTabs(() => {
        stopRequests()
        reloadPage()
      }),
    [],
  )
  return (
    <GuestFrame>
      <LoginScreen {...search} next={next} />
    </GuestFrame>
  )
}
