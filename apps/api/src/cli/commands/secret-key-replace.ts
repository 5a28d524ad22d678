/** Replaces SECRET_KEY. The old key comes from the environment, because other users can see a command line. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { type Command, findDomains, readArguments, readConsoleConfiguration } from '#api/cli/command.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { roleName } from '#api/db/migrate.ts'
import { inDomain, inTransactionOfDomains } from '#api/db/transaction.ts'
import { connectAdapters } from '#api/main/connect-adapters.ts'
import { assertKnownSchema, reachDatabase } from '#api/main/database/databases.ts'
import { canStoreFingerprint, findFingerprint, fingerprintOf, hasRole, passwordOf } from '#api/main/database/key-fingerprint.ts'
import { reencryptSealKey } from '#api/main/open-seal.ts'
import { headFiles, signHeadsAgain } from '#api/platform/audit/kept-heads.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { ensureDataFolder } from '#api/platform/config/data-folder.ts'
import { reencryptSecrets } from '#api/platform/crypto/sealed-columns.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

interface Keys {
  /** Undefined if the key is lost. Secrets that were encrypted with it stay unreadable. */
  oldKey: string | undefined
  newKey: string
}

const ROLES = ['app', 'worker'] as const
const otherProcesses = `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
  and (usename = any($1) or application_name = 'vialdesk')`

/** Milliseconds. PostgreSQL closes the connections of a process a moment after the process has ended. */
const CLOSING_MS = 2000

/** Throws StartFailure if other processes use the database. */
async function assertUnused(client: pg.ClientBase, roles: string[]): Promise<void> {
  const deadline = performance.now() + CLOSING_MS
  while ((await client.query(otherProcesses, [roles])).rowCount) {
    if (performance.now() > deadline)
      throw new StartFailure('The portal is still using this database. Stop all of its processes first.')
    await pause(50)
    // Without this, PostgreSQL repeats its first answer within a transaction.
    await client.query('select pg_stat_clear_snapshot()')
  }
}

/**
 * For a database from before fingerprints. If it has no table for one yet, the next start stores it; until then the role's
 * password shows which key is right.
 */
async function storeFirstFingerprint(client: pg.ClientBase, newKey: string): Promise<void> {
  if (await canStoreFingerprint(client))
    await client.query('insert into installation (key_fingerprint) values ($1)', [fingerprintOf(newKey)])
}

async function changeFingerprint(client: pg.ClientBase, { oldKey, newKey }: Keys): Promise<void> {
  if (!(await findFingerprint(client))) {
    if (oldKey === undefined) return storeFirstFingerprint(client, newKey)
    throw new StartFailure('The database has no key fingerprint yet. Start the portal once with its current SECRET_KEY.')
  }
  const old = oldKey === undefined ? null : fingerprintOf(oldKey)
  const text = 'update installation set key_fingerprint = $1 where $2::bytea is null or key_fingerprint = $2'
  const { rowCount } = await client.query(text, [fingerprintOf(newKey), old])
  if (rowCount === 0) throw new StartFailure('OLD_SECRET_KEY is not the key of this installation; nothing was changed.')
}

/** Changes everything that depends on the key, or nothing. Returns how many secrets were encrypted again. Throws StartFailure. */
export const replaceKey = (owner: pg.Pool, keys: Keys): Promise<number> =>
  inTransactionOfDomains(owner, async (client, enter) => {
    const { rows } = await client.query<{ database: string }>('select current_database() as database')
    const nameOf = (role: (typeof ROLES)[number]) => roleName(role, `${rows[0]?.database}`)
    await assertUnused(client, ROLES.map(nameOf))
    await changeFingerprint(client, keys)
    const { oldKey, newKey } = keys
    await reencryptSealKey(client, oldKey, newKey)
    let sealed = 0
    if (oldKey !== undefined)
      for (const { id } of await findDomains(client)) sealed += await reencryptSecrets(await enter(id), oldKey, newKey)
    for (const role of ROLES)
      if (await hasRole(client, nameOf(role))) {
        const password = client.escapeLiteral(passwordOf(role, newKey))
        await client.query(`alter role ${client.escapeIdentifier(nameOf(role))} password ${password}`)
      }
    return sealed
  })

/** Files cannot take part in the transaction. With a wrong old key none is found, and a repetition changes nothing. */
async function signAllHeadsAgain(owner: pg.Pool, configuration: Configuration, oldKey: string): Promise<number> {
  const { files } = await connectAdapters(configuration)
  const keys = { from: headFiles(files, oldKey), to: headFiles(files, configuration.secretKey) }
  let signed = 0
  for (const { id } of await findDomains(owner)) signed += await signHeadsAgain((work) => inDomain(owner, id, work), keys, id)
  return signed
}

export const command: Command = async (args, usage) => {
  const { values } = readArguments(args, usage, { lost: { type: 'boolean' } })
  const oldKey = process.env.OLD_SECRET_KEY || undefined
  if ((oldKey === undefined) !== (values.lost === true))
    throw new StartFailure('Set OLD_SECRET_KEY to the old key and SECRET_KEY to the new one. Use --lost if the old key is lost.')
  const configuration = readConsoleConfiguration()
  if (oldKey === configuration.secretKey) throw new StartFailure('SECRET_KEY must differ from OLD_SECRET_KEY.')
  ensureDataFolder(configuration.dataDir)
  const { ownerUrl, stop } = await reachDatabase(configuration, { shared: true })
  const owner = openPool(ownerUrl, { max: 1, statementTimeoutMs: 0 })
  try {
    // A newer version may have secrets that this one would leave with the old key.
    await assertKnownSchema(ownerUrl)
    const heads = oldKey === undefined ? 0 : await signAllHeadsAgain(owner, configuration, oldKey)
    const sealed = await replaceKey(owner, { oldKey, newKey: configuration.secretKey })
    console.log(`SECRET_KEY was replaced. Secrets encrypted again: ${values.lost ? 'none, they were lost' : sealed}.`)
    console.log(
      `Kept heads of the audit signed again: ${values.lost ? 'none; audit verify no longer compares the old ones' : heads}.`,
    )
  } finally {
    await owner.end()
    await stop()
  }
}
