/** Begins the requests of the page. It needs few files, so they begin while those of the screen are still on their way. */
import './app/first-styles.ts'
import '@fontsource-variable/inter/index.css'
import './app/theme.css'
import { reloadOnBackForwardCache } from '#web/lib/browser/back-forward-cache.ts'
import { followConnection } from '#web/lib/browser/connection.ts'
import { followMissingFiles } from '#web/lib/browser/missing-file.ts'
import { loadPortal, type PortalConfig } from '#web/lib/browser/portal.ts'
import { pageIsOutdated } from '#web/lib/browser/portal-update.ts'
import { openStorage } from '#web/lib/browser/storage.ts'
import { setTimeZone } from '#web/lib/format/dates.ts'
import type { BrowserSession } from '#web/lib/session/session.ts'
import { drawFirstFrame, viewerOfFirstFrame } from './app/first-frame.ts'
import { stepsOfHome } from './routes/home/homes.ts'

// Listeners that live as long as the page. Those of the portal are in portal.tsx.
followConnection()
followMissingFiles()
// After the connection: a restored page asks for it.
reloadOnBackForwardCache()

/** The browser can paint, and answer the user, in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

/** Before React is there, because its queries take the answers of the early reads. */
async function beginDashboard(viewer: BrowserSession, root: HTMLElement, config: PortalConfig): Promise<void> {
  drawFirstFrame(root, config)
  for (const step of stepsOfHome(viewer)) {
    await nextTask()
    step()
  }
}

const loadStart = () => import('./app/start.tsx')

async function begin(root: HTMLElement, config: PortalConfig): Promise<void> {
  openStorage(config.domain.identifier)
  setTimeZone(config.brand.time_zone)
  if (pageIsOutdated(config)) return location.reload()
  const viewer = viewerOfFirstFrame()
  const [{ start }] = await Promise.all([loadStart(), viewer && beginDashboard(viewer, root, config)])
  await start(root, config)
}

const root = document.getElementById('root')
if (root)
  loadPortal()
    .then((config) => begin(root, config))
    .catch(() => loadStart().then(({ showUnavailable }) => showUnavailable(root)))
