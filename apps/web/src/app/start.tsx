/** Draws the login or the portal. `main.ts` has begun the requests by then. */
import { type ComponentType, startTransition, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { useEndOfStart } from '#web/lib/browser/activity.ts'
import { isMissingFile } from '#web/lib/browser/missing-file.ts'
import type { PortalConfig } from '#web/lib/browser/portal.ts'
import { showMessageAfterReload } from '#web/lib/browser/reload-with-message.ts'
import { session } from '#web/lib/session/session.ts'
import type { LoginPage } from '../routes/login-page.tsx'
import { App } from './app.tsx'
import { viewerOfFirstFrame } from './first-frame.ts'

/** Shown when the portal's configuration failed to load. It uses nothing that could fail as well. */
function PortalUnavailable() {
  useEndOfStart()
  return (
    <main style={{ maxWidth: 420, margin: '20vh auto', padding: 24, fontFamily: 'system-ui', textAlign: 'center' }}>
      <h1 style={{ fontSize: 20 }}>Can't reach the portal</h1>
      <p>It may be starting, or your connection may be down. Try again in a moment.</p>
      <button type="button" onClick={() => location.reload()} style={{ minHeight: 44, padding: '0 20px', font: 'inherit' }}>
        Try again
      </button>
    </main>
  )
}

// The content security policy forbids eval, and browsers report even an attempt, so zod must not try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

/** The screen shows a file that could not be downloaded. It is no fault of the program. */
const onCaughtError = (error: unknown) => {
  if (!isMissingFile(error)) reportError(error)
}

const loadPortal = () => import('./portal.tsx')

/** The login, and in its place the portal after it. */
function FromLogin({ Login }: { Login: typeof LoginPage }) {
  useEndOfStart()
  const [Shown, setShown] = useState<ComponentType>()
  const show = useCallback((Portal: ComponentType) => setShown(() => Portal), [])
  return Shown ? <Shown /> : <Login load={loadPortal} onPortal={show} />
}

/** The server knows the two, and names their files in the page (web-files.ts). */
async function loadProgram() {
  if (location.pathname === '/' && !session()) {
    const { LoginPage } = await import('../routes/login-page.tsx')
    return <FromLogin Login={LoginPage} />
  }
  const { Portal, startPortal, loadScreen } = await loadPortal()
  startPortal()
  // The bar of the first frame stands meanwhile.
  if (viewerOfFirstFrame()) await loadScreen()
  return <Portal />
}

export async function start(root: HTMLElement, config: PortalConfig): Promise<void> {
  const program = await loadProgram()
  // A transition renders in small steps.
  startTransition(() => createRoot(root, { onCaughtError }).render(<App config={config}>{program}</App>))
  showMessageAfterReload()
}

export const showUnavailable = (root: HTMLElement) => createRoot(root).render(<PortalUnavailable />)
