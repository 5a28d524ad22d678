import '@mantine/core/styles.css'
import '@fontsource-variable/inter/index.css'
import './app/theme.css'
import { createRoot } from 'react-dom/client'
import { showTimesIn } from '#web/lib/dates.ts'
import { loadPortal } from '#web/lib/portal.ts'
import { mustReload } from '#web/lib/portal-check.ts'
import { openStorage } from '#web/lib/storage.ts'
import { App } from './app/app.tsx'
import { Unavailable } from './app/unavailable.tsx'

// The content security policy forbids eval, and browsers report even an attempt, so zod must not try it.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })

// Not needed for the first render.
void import('./app/page-life.ts').catch(() => undefined)

async function start(root: HTMLElement): Promise<void> {
  try {
    const config = await loadPortal()
    openStorage(config.domain.identifier)
    showTimesIn(config.brand.time_zone)
    if (mustReload(config)) location.reload()
    else createRoot(root).render(<App config={config} />)
  } catch {
    createRoot(root).render(<Unavailable />)
  }
}

const root = document.getElementById('root')
if (root) void start(root)
