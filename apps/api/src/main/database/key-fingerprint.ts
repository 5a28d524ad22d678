/**
 * The database keeps a fingerprint of SECRET_KEY. The application's password derives from the key, so a process with another
 * key would lock the others out. Such a process is refused before it changes anything.
 */
import { createHmac } from 'node:crypto'
import type pg from 'pg'
import { withClient } from '#api/db/connection/with-client.ts'
import { type LoginRole, roleName, roleUrl } from '#api/db/migrate.ts'
import { deriveKey } from '#api/platform/crypto/derive-key.ts'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import { assertOwnRole } from './external-database.ts'

export const fingerprintOf = (secretKey: string) => deriveKey(secretKey, 'key fingerprint 1')

const LABELS = { app: 'log-in of the application', worker: 'log-in of the workers' }

/** Every process of an installation derives the same passwords, so they are stored nowhere. */
export const passwordOf = (role: LoginRole, secretKey: string) =>
  createHmac('sha256', secretKey).update(LABELS[role]).digest('base64url')

export const wrongKey = () =>
  new StartFailure(
    'SECRET_KEY is not the key of this installation. Set the key that its database was created with, or set DATA_DIR to the folder that contains the key.',
  )

const exists = async (client: pg.ClientBase, table: string): Promise<boolean> =>
  (await client.query('select to_regclass($1) is not null as there', [`public.${table}`])).rows[0].there

/** False in a database from before fingerprints, until it is migrated. */
export const canStoreFingerprint = (client: pg.ClientBase): Promise<boolean> => exists(client, 'installation')

/** False if the installation has never started on this server. */
export const hasRole = async (client: pg.ClientBase, role: string): Promise<boolean> =>
  (await client.query('select from pg_roles where rolname = $1', [role])).rowCount === 1

/** Undefined in a new database, and in one from before fingerprints. */
export async function findFingerprint(client: pg.ClientBase): Promise<Buffer | undefined> {
  if (!(await canStoreFingerprint(client))) return undefined
  return (await client.query<{ key: Buffer }>('select key_fingerprint as key from installation')).rows[0]?.key
}

/** For a database from before fingerprints: the application's password derives from the key, so a log-in tests the key. */
async function assertOldLogin(ownerUrl: string, secretKey: string): Promise<void> {
  try {
    await assertOwnRole(roleUrl('app', ownerUrl, passwordOf('app', secretKey)))
  } catch (error) {
    throw systemCode((error as Error).cause) === '28P01' ? wrongKey() : error
  }
}

/** Only reads. Throws StartFailure if the database was made with another key. */
export async function assertSameKey(ownerUrl: string, secretKey: string): Promise<void> {
  const [kept, isOld] = await withClient(ownerUrl, async (client) => {
    const found = await findFingerprint(client)
    // Roles outlive their database, so in a new database of the same name the role's password proves nothing.
    return [
      found,
      !found && (await exists(client, 'schema_migrations')) && (await hasRole(client, roleName('app', `${client.database}`))),
    ]
  })
  if (kept && !kept.equals(fingerprintOf(secretKey))) throw wrongKey()
  if (isOld) await assertOldLogin(ownerUrl, secretKey)
}

/** Stores the fingerprint at the first start. Throws StartFailure if another process has just stored a different one. */
export async function storeFingerprint(ownerUrl: string, secretKey: string): Promise<void> {
  const kept = await withClient(ownerUrl, async (client) => {
    await client.query('insert into installation (key_fingerprint) values ($1) on conflict do nothing', [
      fingerprintOf(secretKey),
    ])
    return findFingerprint(client)
  })
  if (!kept?.equals(fingerprintOf(secretKey))) throw wrongKey()
}
