/** Makes a Node process collect its garbage, so that its memory can be compared with an earlier moment. */
import { setTimeout as pause } from 'node:timers/promises'
import type { DrillPortal } from '../harness/portal.ts'
import { within } from '../harness/until.ts'

/** Settings for the portal: the inspector listens on a free port when it is asked to. */
export const inspectorSettings = { NODE_OPTIONS: '--inspect-port=127.0.0.1:0' }

const LISTENING = / listening on (ws:\S+)/
const WAIT_MS = 20_000

async function inspectorUrl(portal: DrillPortal): Promise<string> {
  const until = performance.now() + WAIT_MS
  portal.current().child.kill('SIGUSR1')
  for (;;) {
    const [, url] = LISTENING.exec(portal.output()) ?? []
    if (url !== undefined) return url
    if (performance.now() > until) throw new Error('The inspector of the portal does not listen')
    await pause(50)
  }
}

export async function collectGarbage(portal: DrillPortal): Promise<void> {
  const socket = new WebSocket(await inspectorUrl(portal))
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.addEventListener('error', () => reject(new Error('The inspector of the portal refused')))
  socket.addEventListener('open', () => socket.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' })))
  socket.addEventListener('message', ({ data }) => (JSON.parse(String(data)) as { id?: number }).id === 1 && resolve())
  await within('The portal did not collect its garbage', WAIT_MS, promise).finally(() => socket.close())
}
