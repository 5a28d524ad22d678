/** Checks the database of DATABASE_URL before anything is changed in it. */
import type pg from 'pg'
import { withClient } from '#api/db/connection/with-client.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const OLDEST = 15

interface Server {
  major: number
  role: string
  database: string
  owns: boolean
  makes_roles: boolean
}

const serverQuery = `
  select current_setting('server_version_num')::int / 10000 as major, current_user as role, d.datname as database,
    pg_has_role(d.datdba, 'usage') as owns, r.rolsuper or r.rolcreaterole as makes_roles
  from pg_database d, pg_roles r where d.datname = current_database() and r.rolname = current_user`

const reasonOf = (error: unknown) => (error as Error).message || (error as { code?: string }).code

/** Throws StartFailure if the server is too old. */
function assertVersion(major: number | undefined): void {
  if (major === undefined || major < OLDEST)
    throw new StartFailure(`The database of DATABASE_URL is PostgreSQL ${major}: it must be ${OLDEST} or newer.`)
}

/** The same for a role that does not own the database. */
export const assertServerVersion = async (client: pg.ClientBase): Promise<void> =>
  assertVersion((await client.query<Server>(serverQuery)).rows[0]?.major)

/** Throws StartFailure if the database is unreachable, too old, or not owned by its user. */
export async function assertExternalDatabase(url: string): Promise<void> {
  let server: Server | undefined
  try {
    server = await withClient(url, async (client) => (await client.query<Server>(serverQuery)).rows[0])
  } catch (error) {
    throw new StartFailure(`The database of DATABASE_URL cannot be reached: ${reasonOf(error)}.`, { cause: error })
  }
  assertVersion(server?.major)
  const { role, database, owns, makes_roles } = server as Server
  if (!owns)
    throw new StartFailure(
      `The user ${role} of DATABASE_URL must own its database: alter database "${database}" owner to "${role}".`,
    )
  if (!makes_roles)
    throw new StartFailure(`The user ${role} of DATABASE_URL must be allowed to create roles: alter role "${role}" createrole.`)
}

/**
 * The application's URL is made from the owner's URL. If it led to another role, row-level security might not apply, so the
 * start is refused. Throws StartFailure.
 */
export async function assertOwnRole(appUrl: string): Promise<void> {
  const role = decodeURIComponent(new URL(appUrl).username)
  let found: string | undefined
  try {
    const who = 'select current_user as role'
    found = await withClient(appUrl, async (client) => (await client.query<{ role: string }>(who)).rows[0]?.role)
  } catch (error) {
    throw new StartFailure(
      `The portal's own role ${role} cannot log in to the database of DATABASE_URL with its password: ${reasonOf(error)}.`,
      { cause: error },
    )
  }
  if (role === '' || found !== role)
    throw new StartFailure(
      'DATABASE_URL must name a host: postgres://user:password@host/database. For a socket, add ?host=/path/to/folder.',
    )
}
