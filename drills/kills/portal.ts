/** Kills the process of the portal and starts it again at once, as a supervisor does. */
import type { Drill } from '../drill.ts'
import { startProductionSite } from '../load/production-site.ts'
import { runKills } from './run-kills.ts'

const COUNT = 200

export const portal: Drill = {
  name: 'portal',
  title: 'kill the portal under payments and vial entries, and start it again at once',
  async run(options) {
    const site = await startProductionSite(options)
    return runKills(options, COUNT, site, async () => {
      await site.portal.stop('SIGKILL')
      site.portal.start()
    })
  },
}
