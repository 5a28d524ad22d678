/** Kills the portal, or PostgreSQL itself, and starts it again at once, as a supervisor does. */
import type { Drill } from '../drill.ts'
import { postmasterOf } from '../harness/database.ts'
import { runHarm } from '../load/harm.ts'
import { startProductionSite } from '../load/site.ts'

export const portal: Drill = {
  name: 'portal',
  title: 'kill the portal under payments and vial entries, and start it again at once',
  async run(options) {
    const site = await startProductionSite(options)
    const harm = async () => {
      await site.portal.stop('SIGKILL')
      site.portal.start()
    }
    return runHarm(options, site, { count: 200, isKill: true, harm })
  },
}

export const postmaster: Drill = {
  name: 'postmaster',
  title: 'kill a PostgreSQL of its own under payments and vial entries, and start it again at once',
  async run(options) {
    const site = await startProductionSite(options)
    const harm = async () => {
      process.kill(postmasterOf(site.database.folder), 'SIGKILL')
      await site.database.start()
    }
    return runHarm(options, site, { count: 50, isKill: true, harm })
  },
}
