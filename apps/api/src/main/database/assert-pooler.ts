/** Checks the way through a pooler before the portal serves through it. */
import type pg from 'pg'
import { openPool, POOLED_SETTINGS } from '#api/db/connection/pools.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const SETTINGS = `
  select current_user as role, current_setting('timezone') as timezone, s.setting as statement_timeout,
    i.setting as idle_in_transaction_session_timeout
  from pg_settings s, pg_settings i
  where s.name = 'statement_timeout' and i.name = 'idle_in_transaction_session_timeout'`

type Settings = Record<keyof typeof POOLED_SETTINGS | 'role', string>

async function readSettings(pool: pg.Pool): Promise<Settings> {
  try {
    return (await pool.query<Settings>(SETTINGS)).rows[0] as Settings
  } catch (cause) {
    throw new StartFailure(`The pooler of DATABASE_POOLER_URL cannot be reached: ${(cause as Error).message}.`, { cause })
  } finally {
    await pool.end()
  }
}

/** Row-level security depends on the role, days on the time zone. Throws StartFailure. */
export async function assertPooler(url: string): Promise<void> {
  const { role, ...settings } = await readSettings(openPool(url, { max: 1, pooled: true }))
  const wanted = decodeURIComponent(new URL(url).username)
  if (role !== wanted)
    throw new StartFailure(`The pooler of DATABASE_POOLER_URL logs in as ${role}, but it must log in as ${wanted}.`)
  const wrong = Object.entries(POOLED_SETTINGS).find(([name, value]) => settings[name as keyof typeof settings] !== value)
  if (wrong)
    throw new StartFailure(
      `The connections of DATABASE_POOLER_URL have another ${wrong[0]} than ${wrong[1]}. Run: npm run portal -- migrate, and let the pooler reconnect.`,
    )
}
