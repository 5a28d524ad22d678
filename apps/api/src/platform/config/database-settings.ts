/** Chooses the database: a PostgreSQL by its URLs, or the one that comes with the portal. */
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { parsedBy, url, type ValuesOf } from './variables.ts'

/** The word for the PostgreSQL that comes with the portal. */
const EMBEDDED = 'embedded'

const isUrl = (value: string) => /^postgres(ql)?:\/\//.test(value) && URL.canParse(value)

export const databaseVariables = {
  DATABASE_URL: parsedBy(
    (value) => (value === EMBEDDED || isUrl(value) ? value : undefined),
    `must be ${EMBEDDED}, or a URL that begins with postgres:// or postgresql://`,
  ).optional(),
  OWNER_DATABASE_URL: url('postgres', 'postgresql').optional(),
  READ_DATABASE_URL: url('postgres', 'postgresql').optional(),
  DATABASE_POOLER_URL: url('postgres', 'postgresql').optional(),
}

type Given = ValuesOf<typeof databaseVariables> & { NODE_ENV: string }

/** A service and a console on two databases would both seem to work. Hosts may differ: a service may use another way to the same one. */
function assertOneDatabase(databaseUrl: string | undefined, others: Record<string, string | undefined>): void {
  for (const [name, other] of Object.entries(others)) {
    if (other === undefined) continue
    if (databaseUrl === undefined) throw new StartFailure(`${name} is set without a URL in DATABASE_URL. Set both, or neither.`)
    if (new URL(other).pathname !== new URL(databaseUrl).pathname)
      throw new StartFailure(`${name} and DATABASE_URL name different databases.`)
  }
}

/**
 * An undefined `databaseUrl` is the embedded PostgreSQL. Production must name it: after a fault in a file of settings, a start or a
 * command of the console would silently make a new, empty database. Throws StartFailure.
 */
export function chooseDatabase({ NODE_ENV, DATABASE_URL, ...others }: Given) {
  const databaseUrl = DATABASE_URL === EMBEDDED ? undefined : DATABASE_URL
  const { OWNER_DATABASE_URL, READ_DATABASE_URL, DATABASE_POOLER_URL } = others
  assertOneDatabase(databaseUrl, { OWNER_DATABASE_URL, READ_DATABASE_URL, DATABASE_POOLER_URL })
  if (NODE_ENV === 'production' && DATABASE_URL === undefined)
    throw new StartFailure(
      `DATABASE_URL must be set in production: the URL of your PostgreSQL, or ${EMBEDDED} for the one that comes with the portal.`,
    )
  return {
    /** Undefined: the embedded PostgreSQL in the data folder. */
    databaseUrl,
    /** The database of `databaseUrl` as the owner, for the console. Undefined: `databaseUrl` is the owner's. */
    ownerDatabaseUrl: OWNER_DATABASE_URL,
    /** A streaming replica, for reports, exports and searches. Undefined: the primary answers all calls. */
    readDatabaseUrl: READ_DATABASE_URL,
    /** The same database through a pooler in transaction mode, for short transactions of calls. Undefined: all connections are direct. */
    poolerUrl: DATABASE_POOLER_URL,
  }
}
