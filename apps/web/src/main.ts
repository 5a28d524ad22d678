/** Begins the requests of the page. It needs few files, so they begin while those of the screen are still on their way. */
import './app/first-styles.ts'
import '@fontsource-variable/inter/index.css'
import './app/theme.css'
import { loadPortal, type PortalConfig } from '#web/lib/browser/portal.ts'
import { pageIsOutdated } from '#web/lib/browser/portal-update.ts'
import { openStorage } from '#web/lib/browser/storage.ts'
import { setTimeZone, today } from '#web/lib/format/dates.ts'
import { drawFirstFrame, viewerOfFirstFrame } from './app/first-frame.ts'
import { addPageListeners } from './app/page-listeners.ts'
import { loadHomeEarly } from './routes/_app/-homes.ts'

addPageListeners()

/** The browser can paint in between. */
const nextTask = () => new Promise((resolve) => setTimeout(resolve))

const loadStart = () => import('./app/start.tsx')

async function begin(root: HTMLElement, config: PortalConfig): Promise<void> {
  openStorage(config.domain.identifier)
  setTimeZone(config.brand.time_zone)
  if (pageIsOutdated(config)) return location.reload()
  const viewer = viewerOfFirstFrame()
  if (viewer) {
    drawFirstFrame(root, config)
    await nextTask()
    loadHomeEarly(viewer)
    // The first formatter of dates takes long, and the files are still on their way.
    setTimeout(today)
  }
  const { start } = await loadStart()
  await start(root, config)
}

const root = document.getElementById('root')
if (root)
  loadPortal()
    .then((config) => begin(root, config))
    .catch(() => loadStart().then(({ showUnavailable }) => showUnavailable(root)))
