/** Kills connections of the portal to PostgreSQL: in turn ended by PostgreSQL, and killed so that PostgreSQL recovers. */
import type pg from 'pg'
import type { Drill } from '../drill.ts'
import { startProductionSite } from '../load/production-site.ts'
import { runKills } from './run-kills.ts'

const COUNT = 200

/** A connection in the middle of its work, if there is one in every other round, else any. */
async function pickBackend(superuser: pg.Pool, prefersBusy: boolean): Promise<number> {
  const { rows } = await superuser.query<{ pid: number }>(
    `select pid from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and usename <> current_user
     order by $1 and (state <> 'idle') desc, random() limit 1`,
    [prefersBusy],
  )
  if (rows[0] === undefined) throw new Error('The portal has no connection')
  return rows[0].pid
}

export const backends: Drill = {
  name: 'backends',
  title: 'kill connections of PostgreSQL under payments and vial entries',
  async run(options) {
    const site = await startProductionSite(options)
    const result = await runKills(options, COUNT, site, async (round) => {
      const superuser = await site.superuser()
      const pid = await pickBackend(superuser, round % 4 < 2)
      if (round % 2 === 0) await superuser.query('select pg_terminate_backend($1)', [pid])
      else process.kill(pid, 'SIGKILL')
    })
    const { exitCode, signalCode } = site.portal.current().child
    const hasEnded = exitCode !== null || signalCode !== null
    return { ...result, failures: [...result.failures, ...(hasEnded ? ['The portal has ended'] : [])] }
  },
}
