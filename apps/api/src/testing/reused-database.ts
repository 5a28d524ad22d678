/**
 * Lends one database to the portals of one test file after another. Its connections know the catalog already, and it is made again as it was
 * at first: that takes a fifth of the time of a new database.
 */
import type pg from 'pg'
import { dropDatabase, newDatabase } from './database.ts'
import { openPortalDatabase, type PortalDatabase } from './portal-database.ts'
import { type Mark, markDatabase, resetDatabase } from './reset-database.ts'

interface Reused extends PortalDatabase {
  name: string
  mark: Mark
}

let free: Reused | undefined
let lent: Reused[] = []

async function withOwner<T>({ owner }: PortalDatabase, work: (client: pg.ClientBase) => Promise<T>): Promise<T> {
  const client = await owner.connect()
  try {
    return await work(client)
  } finally {
    client.release()
  }
}

async function make(): Promise<Reused> {
  const { name, ...database } = await newDatabase()
  const open = await openPortalDatabase({ database })
  return { ...open, name, mark: await withOwner(open, markDatabase) }
}

async function remove({ name, close }: Reused): Promise<void> {
  await close()
  await dropDatabase(name)
}

/** Tests may have changed the settings of the owner's connections. */
async function resetSettings({ owner }: PortalDatabase): Promise<void> {
  const clients = await Promise.all(Array.from({ length: owner.idleCount }, () => owner.connect()))
  await Promise.all(clients.map((client) => client.query('reset all')))
  for (const client of clients) client.release()
}

async function reset(database: Reused): Promise<boolean> {
  try {
    await resetSettings(database)
    return await withOwner(database, (client) => resetDatabase(client, database.mark))
  } catch {
    return false
  }
}

/** A database like a new one, until `close`. */
export async function borrowDatabase(): Promise<PortalDatabase> {
  const found = free
  free = undefined
  const isAsNew = found !== undefined && (await reset(found))
  if (found && !isAsNew) await remove(found)
  const database = found && isAsNew ? found : await make()
  lent.push(database)
  return {
    ...database,
    async close() {
      await database.isIdle()
      lent = lent.filter((one) => one !== database)
      if (free) await remove(database)
      else free = database
    },
  }
}

/** For tests of connections, which must be the only ones of their process. */
export async function dropFreeDatabase(): Promise<void> {
  const found = free
  free = undefined
  if (found) await remove(found)
}

/** After a file that did not close its portals. */
export async function dropLentDatabases(): Promise<void> {
  const left = lent
  lent = []
  for (const { name, close } of left) {
    void close()
    await dropDatabase(name)
  }
}
