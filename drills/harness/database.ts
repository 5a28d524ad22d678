/** A PostgreSQL of its own for a drill, set up as docs/operate/install.md says: an owner, and a role that serves. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { openPool } from '../../apps/api/src/db/connection/pools.ts'
import { type Cluster, startCluster } from '../../apps/api/src/embedded-postgres/cluster.ts'
import { findLastingPort } from '../../apps/api/src/testing/lasting-port.ts'
import { runConsole } from './console.ts'
import { productionSettings } from './portal.ts'
import type { Resources } from './resources.ts'

export interface PreparedDatabase {
  /** The data folder: the cluster is in its subfolder `postgres`. */
  folder: string
  port: number
  /** DATABASE_URL and OWNER_DATABASE_URL of the installation. */
  appUrl: string
  ownerUrl: string
  secretKey: string
  /** Connections of the superuser, who reads past row-level security. */
  superuser: pg.Pool
}

export interface DrillDatabase extends PreparedDatabase {
  /** Starts PostgreSQL again on the same port and data. */
  start(): Promise<void>
  /** Stops PostgreSQL in order. Data and port stay. */
  stop(): Promise<void>
}

/** The process id of the PostgreSQL that runs on the data folder. */
export const postmasterOf = (folder: string): number =>
  Number(readFileSync(`${folder}/postgres/postmaster.pid`, 'utf8').split('\n')[0])

const NAME = 'vialdesk'
const OWNER = 'drill_owner'

/** Starts PostgreSQL with a migrated database. It writes to disk like one that an operator has. */
export async function startDatabase(resources: Resources): Promise<DrillDatabase> {
  const folder = resources.makeFolder()
  const port = await findLastingPort()
  let cluster: Cluster | undefined
  const stop = async () => {
    await cluster?.stop()
    cluster = undefined
  }
  const start = async () => {
    await stop()
    resources.assertOpen()
    cluster = await startCluster({ dataDir: folder, port })
    return cluster
  }
  resources.add(stop)
  const { urlOf } = await start()
  resources.assertOpen()
  const prepared = await prepareDatabase(resources, { folder, port, urlOf })
  return { ...prepared, stop, start: async () => void (await start()) }
}

/** A PostgreSQL that runs. */
interface Server {
  /** Of the installation. */
  folder: string
  port: number
  /** The superuser's URL of a database. */
  urlOf(name: string): string
}

/** Makes the owner and the migrated database. */
export async function prepareDatabase(resources: Resources, { folder, port, urlOf }: Server): Promise<PreparedDatabase> {
  const secretKey = randomBytes(32).toString('base64url')
  const ownerPassword = randomBytes(12).toString('hex')
  const maker = openPool(urlOf('postgres'), { max: 1 })
  await maker.query(`create role ${OWNER} login createrole password '${ownerPassword}'`)
  await maker.query(`create database ${NAME} owner ${OWNER} template template0`)
  await maker.end()
  const database = {
    ...{ folder, port, secretKey },
    appUrl: `postgres://vialdesk_app_${NAME}@127.0.0.1:${port}/${NAME}`,
    ownerUrl: `postgres://${OWNER}:${ownerPassword}@127.0.0.1:${port}/${NAME}`,
    superuser: openPool(urlOf(NAME), { max: 4 }),
  }
  resources.add(() => database.superuser.end())
  const migrated = await runConsole(resources, productionSettings(database), 'migrate')
  if (migrated.exitCode !== 0) throw new Error(`The database could not be migrated: ${migrated.output}`)
  return database
}
