import './app/first-styles.ts'
import '@fontsource-variable/inter/index.css'
import './app/theme.css'
import { type ComponentType, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { isMissingFile } from '#web/lib/browser/missing-file.ts'
import { loadPortal, type PortalConfig } from '#web/lib/browser/portal.ts'
import { pageIsOutdated } from '#web/lib/browser/portal-update.ts'
import { showMessageAfterReload } from '#web/lib/browser/reload-with-message.ts'
import { openStorage } from '#web/lib/browser/storage.ts'
import { setTimeZone } from '#web/lib/format/dates.ts'
import { session } from '#web/lib/session/session.ts'
import { App } from './app/app.tsx'
import { addPageListeners } from './app/page-listeners.ts'
import { PortalUnavailable } from './app/portal-unavailable.tsx'
import { loadHomeEarly } from './routes/_app/-homes.ts'
import type { LoginPage } from './routes/_guest/-login-page.tsx'

// The content security policy forbids eval, and browsers report even an attempt, so zod must not try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

addPageListeners()

/** The screen shows a file that could not be downloaded. It is no fault of the program. */
const onCaughtError = (error: unknown) => {
  if (!isMissingFile(error)) reportError(error)
}

/** The login, and in its place the portal after it. */
function FromLogin({ Login }: { Login: typeof LoginPage }) {
  const [Shown, setShown] = useState<ComponentType>()
  const show = useCallback((Portal: ComponentType) => setShown(() => Portal), [])
  return Shown ? <Shown /> : <Login onPortal={show} />
}

/** The server knows the two, and names their files in the page (web-files.ts). */
async function loadProgram() {
  if (location.pathname === '/' && !session()) {
    const { LoginPage } = await import('./routes/_guest/-login-page.tsx')
    return <FromLogin Login={LoginPage} />
  }
  const viewer = session()
  if (viewer && location.pathname === '/dashboard') loadHomeEarly(viewer)
  const { Portal, startPortal } = await import('./app/portal.tsx')
  startPortal()
  return <Portal />
}

async function start(root: HTMLElement, config: PortalConfig): Promise<void> {
  openStorage(config.domain.identifier)
  setTimeZone(config.brand.time_zone)
  if (pageIsOutdated(config)) return location.reload()
  const program = await loadProgram()
  createRoot(root, { onCaughtError }).render(<App config={config}>{program}</App>)
  showMessageAfterReload()
}

const root = document.getElementById('root')
if (root)
  loadPortal()
    .then((config) => start(root, config))
    .catch(() => createRoot(root).render(<PortalUnavailable />))
