/**
 * The login as the first screen of a page: the most visited one, so it loads without the router and the other screens. They load while the
 * user types, and take over this page after the login.
 */
import { Text, Title } from '@mantine/core'
import { type ComponentType, useEffect, useMemo, useState } from 'react'
import { GuestFrame } from '#web/features/sessions/guest/guest-frame.tsx'
import { LoginScreen } from '#web/features/sessions/login/login-screen.tsx'
import { stopRequests } from '#web/lib/api/request.ts'
import { askPortal, connectionIsLost, onConnectionChange } from '#web/lib/browser/connection.ts'
import { loadPage, reloadPage } from '#web/lib/browser/load-page.ts'
import { pageTitle, screenTitle } from '#web/lib/session/page-title.ts'
import { followOtherTabs } from '#web/lib/session/session.ts'
import { readLoginSearch } from './login-search.ts'

/** Milliseconds until the portal loads, while the user types. */
const IDLE_MS = 1000

/** A file that fails to load is loaded again with the next screen. */
const ignore = () => undefined

/** Resolves when the connection is lost. */
const untilLost = () =>
  new Promise<undefined>((resolve) => {
    const stop = onConnectionChange(() => {
      stop()
      resolve(undefined)
    })
  })

/** Loads the page of `path` as soon as the portal can be reached. */
function Offline({ path }: { path: string }) {
  useEffect(() => {
    const open = () => connectionIsLost() || loadPage(path)
    open()
    return onConnectionChange(open)
  }, [path])
  return (
    <div role="alert">
      <Title order={1} mb="xs">
        You are offline
      </Title>
      <Text c="dimmed">This screen opens by itself when the connection is back.</Text>
    </div>
  )
}

/** All screens behind the login. */
interface LoadedPortal {
  Portal: ComponentType
  /** Begins to load a screen. */
  prepare: (path: string) => void
  /** Begins to load what all screens have in common. */
  prepareShell: () => void
  /** Resolves when the portal can show this path at once. */
  enter: (path: string) => Promise<void>
}

interface Props {
  load: () => Promise<LoadedPortal>
  /** Shows the portal, whose router has the next screen. */
  onPortal: (Portal: ComponentType) => void
}

export function LoginPage({ load, onPortal }: Props) {
  const search = useMemo(() => readLoginSearch(Object.fromEntries(new URLSearchParams(location.search))), [])
  /** The next screen, while its files cannot be loaded. */
  const [waiting, setWaiting] = useState<string>()
  const next = useMemo(() => {
    const prepare = (path: string) => void load().then((portal) => portal.prepare(path), ignore)
    const open = async (path: string) => {
      // Files under way when the connection breaks may never arrive, nor fail.
      if (connectionIsLost()) return setWaiting(path)
      const portal = await Promise.race([load().catch(ignore), untilLost()])
      if (portal) {
        await portal.enter(path)
        onPortal(portal.Portal)
        return
      }
      await askPortal()
      if (connectionIsLost()) setWaiting(path)
      else loadPage(path)
    }
    return { prepare, open: (path: string) => void open(path) }
  }, [load, onPortal])
  useEffect(() => {
    document.title = pageTitle(screenTitle('/'))
    const timer = setTimeout(() => void load().then((portal) => portal.prepareShell(), ignore), IDLE_MS)
    return () => clearTimeout(timer)
  }, [load])
  // Somebody logs in in another tab: this one goes to their home screen.
  useEffect(
    () =>
      followOtherTabs(() => {
        stopRequests()
        reloadPage()
      }),
    [],
  )
  return <GuestFrame>{waiting === undefined ? <LoginScreen {...search} next={next} /> : <Offline path={waiting} />}</GuestFrame>
}
