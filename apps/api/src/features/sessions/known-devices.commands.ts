/**
 * Remembers the browsers in which users logged in. Wrong passwords that others try cannot lock out a known device. Its marker admits
 * nobody, and only the marker's hash is stored.
 */
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { hashSecret, newSecret } from '#api/platform/crypto/secret-tokens.ts'
import { hoursFromNow } from './open-session.commands.ts'

const DAYS = 90
/** A program that logs in without a marker adds one each time. */
const DEVICES_PER_USER = 20

/** Only a marker that the server made counts, because a browser could send one that can be guessed. */
async function isOurMarker(db: Db, marker: string): Promise<boolean> {
  const lives = sql<boolean>`expires_at > now()`
  return (await db.findRow('known_devices', ['user_id'], { marker_hash: hashSecret(marker) }, lives)) !== undefined
}

/** Call it after a log-in. Returns the marker of the browser: the one that it sent, also if another user got it there, or a new one. */
export async function rememberDevice(db: Db, userId: number, sent: string | undefined): Promise<string> {
  const marker = sent !== undefined && (await isOurMarker(db, sent)) ? sent : newSecret()
  const expires_at = hoursFromNow(DAYS * 24)
  await db
    .insertInto('known_devices')
    .values({ domain_id: db.domainId, user_id: userId, marker_hash: hashSecret(marker), expires_at })
    .onConflict((conflict) =>
      conflict.columns(['domain_id', 'user_id', 'marker_hash']).doUpdateSet({ last_used_at: sql`now()`, expires_at }),
    )
    .execute()
  const tooMany = `
    delete from known_devices where domain_id = $1 and user_id = $2 and marker_hash in (
      select d.marker_hash
      from known_devices d
      where d.domain_id = $1 and d.user_id = $2
      order by d.last_used_at desc, d.marker_hash
      offset $3)`
  await db.rows(tooMany, [db.domainId, userId, DEVICES_PER_USER])
  return marker
}

/** Call it when another person, or a mailed link, changes who may log in: a device of the past is then unknown. */
export async function forgetDevices(db: Db, userId: number): Promise<void> {
  await db.deleteRows('known_devices', { user_id: userId })
}
