/** Kills connections of the portal to PostgreSQL: in turn ended by PostgreSQL, and killed so that PostgreSQL recovers. */
import type pg from 'pg'
import type { Drill } from '../drill.ts'
import { EXIT_MS, until } from '../harness/until.ts'
import { runHarm } from '../load/harm.ts'
import { startProductionSite } from '../load/site.ts'

interface Backend {
  pid: number
  /** In the middle of a statement or transaction. */
  isBusy: boolean
}

/** A connection in the middle of its work, if there is one in every other round, else any. */
export async function pickBackend(superuser: pg.Pool, prefersBusy: boolean): Promise<Backend> {
  const { rows } = await superuser.query<Backend>(
    `select pid, state <> 'idle' as "isBusy" from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend' and usename <> current_user
     order by ($1 and state <> 'idle') desc, random() limit 1`,
    [prefersBusy],
  )
  if (rows[0] === undefined) throw new Error('The portal has no connection')
  return rows[0]
}

/** Resolves when PostgreSQL has noticed the end: until then other calls succeed as if nothing had happened. */
export async function kill(superuser: pg.Pool, { pid }: Backend, endsInOrder: boolean): Promise<void> {
  const client = await superuser.connect()
  client.on('error', () => {})
  try {
    if (endsInOrder) return void (await client.query('select pg_terminate_backend($1, $2)', [pid, EXIT_MS]))
    process.kill(pid, 'SIGKILL')
    // PostgreSQL then ends all connections, also this one.
    await until('PostgreSQL ends its connections', EXIT_MS, () =>
      client.query('select').then(
        () => false,
        () => true,
      ),
    )
  } finally {
    client.release(true)
  }
}

export const backends: Drill = {
  name: 'backends',
  title: 'kill connections of PostgreSQL under payments and vial entries',
  async run(options) {
    const site = await startProductionSite(options)
    let busy = 0
    return runHarm(options, site, {
      ...{ count: 200, isKill: true },
      async harm(round) {
        const superuser = await site.superuser()
        const backend = await pickBackend(superuser, round % 4 < 2)
        await kill(superuser, backend, round % 2 === 0)
        if (backend.isBusy) busy++
      },
      judge: (_load, count) => ({
        notes: [`${busy} of ${count} connections were in the middle of a statement or transaction`],
        failures: busy < count / 4 ? [`Only ${busy} connections were killed in the middle of their work`] : [],
      }),
    })
  },
}
