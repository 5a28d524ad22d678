/** Kills PostgreSQL itself. It is started again at once, while the portal goes on. */
import type { Drill } from '../drill.ts'
import { postmasterOf } from '../harness/database.ts'
import { startProductionSite } from '../load/production-site.ts'
import { runKills } from './run-kills.ts'

const COUNT = 50

export const postmaster: Drill = {
  name: 'postmaster',
  title: 'kill a PostgreSQL of its own under payments and vial entries, and start it again at once',
  async run(options) {
    const site = await startProductionSite(options)
    const { database } = site
    const result = await runKills(options, COUNT, site, async () => {
      process.kill(postmasterOf(database.folder), 'SIGKILL')
      await database.start()
    })
    return { ...result, failures: [...result.failures, ...(site.portal.hasEnded() ? ['The portal has ended'] : [])] }
  },
}
