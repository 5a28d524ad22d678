import '@mantine/core/styles.css'
import '@fontsource-variable/inter/index.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { isMissingFile } from '#web/lib/browser/missing-file.ts'
import { loadPortal } from '#web/lib/browser/portal.ts'
import { pageIsOutdated } from '#web/lib/browser/portal-update.ts'
import { showMessageAfterReload } from '#web/lib/browser/reload-with-message.ts'
import { openStorage } from '#web/lib/browser/storage.ts'
import { setTimeZone } from '#web/lib/format/dates.ts'
import { App } from './app/app.tsx'
import { addPageListeners } from './app/page-listeners.ts'
import { PortalUnavailable } from './app/portal-unavailable.tsx'

// The content security policy forbids eval, and browsers report even an attempt, so zod must not try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

addPageListeners()

/** The screen shows a file that could not be downloaded. It is no fault of the program. */
const onCaughtError = (error: unknown) => {
  if (!isMissingFile(error)) reportError(error)
}

async function start(root: HTMLElement): Promise<void> {
  try {
    const config = await loadPortal()
    openStorage(config.domain.identifier)
    setTimeZone(config.brand.time_zone)
    if (pageIsOutdated(config)) return location.reload()
    createRoot(root, { onCaughtError }).render(<App config={config} />)
    showMessageAfterReload()
  } catch {
    createRoot(root).render(<PortalUnavailable />)
  }
}

const root = document.getElementById('root')
if (root) void start(root)
