/** Processes share the connections that the server allows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { inDomain } from '#api/db/transaction.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { hashPassword } from '#api/platform/crypto/passwords.ts'
import { createTestDatabase, queryOnce, type TestDatabase } from '#api/testing/database.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { dropFreeDatabase } from '#api/testing/reused-database.ts'
import { startServedPortal } from '#api/testing/served-portal.ts'
import { planConnections, readConnectionPlan } from './connection-plan.ts'
import type { Databases } from './databases.ts'

const everything = { serves: true, runsJobs: true }
const external = { databaseUrl: 'postgres://db/vialdesk', databaseConnections: undefined, poolerUrl: undefined }
/** Enough to fill the pools, and few enough to be answered long before a caller has waited 10 s, on a busy machine too. */
const ROUNDS = 3
const embedded = { databaseUrl: undefined, databaseConnections: undefined, poolerUrl: undefined }

describe('a process', () => {
  test('says how many connections it opens of those that the database allows', () => {
    const { sentence, warning } = planConnections(97, external, everything)
    expect(sentence).toBe(
      'Database connections: at most 23 of the 97 that the database allows (calls and jobs 10, audit 2, reports 2, exports 2, night work 2, job queue 2, worker locks 2, live updates 1)',
    )
    expect(warning).toBeUndefined()
  })

  test('alone with the embedded PostgreSQL has pools of full size', () => {
    expect(planConnections(97, embedded, everything).shares).toMatchObject({
      app: 20,
      audit: 2,
      report: 6,
      export: 4,
      worker: 7,
      queue: 6,
    })
  })

  test('takes what DATABASE_CONNECTIONS says', () => {
    expect(planConnections(97, { ...external, databaseConnections: 48 }, everything).shares).toMatchObject({ app: 20 })
    expect(planConnections(97, { ...external, databaseConnections: 17 }, everything).sentence).toContain('at most 17 of the 97')
    expect(planConnections(97, { ...embedded, databaseConnections: 17 }, everything).sentence).toContain('at most 17 of the 97')
  })

  test('checks DATABASE_CONNECTIONS for its own work', () => {
    const given = (databaseConnections: number) => ({ ...external, databaseConnections })
    const servesOnly = { serves: true, runsJobs: false }
    const jobsOnly = { serves: false, runsJobs: true }
    for (const [least, work] of [
      [17, everything],
      [13, servesOnly],
      [10, jobsOnly],
    ] as const) {
      expect(planConnections(97, given(least), work).sentence).toContain(`at most ${least} of the 97`)
      expect(() => planConnections(97, given(least - 1), work)).toThrow(
        `DATABASE_CONNECTIONS is ${least - 1}, but this process needs at least ${least} connections.`,
      )
    }
    // Processes with different work can share one file of settings.
    expect(planConnections(97, given(60), jobsOnly).sentence).toContain('at most 35 of the 97')
  })

  test('behind a pooler counts its direct connections only', () => {
    const pooled = { ...external, poolerUrl: 'postgres://pooler/vialdesk' }
    const { sentence, shares } = planConnections(97, pooled, everything)
    expect(sentence).toBe(
      'Database connections: at most 20 of the 97 that the database allows (exports 4, night work 7, job queue 6, worker locks 2, live updates 1); through the pooler at most calls and jobs 20, audit 2, reports 6',
    )
    expect(shares).toMatchObject({ app: 20, audit: 2, report: 6, export: 4 })
    expect(planConnections(8, pooled, everything).shares).toMatchObject({ app: 20, export: 2, worker: 1, queue: 2 })
    expect(() => planConnections(7, pooled, everything)).toThrow('needs at least 8')
  })

  test('does not start with too few connections', () => {
    expect(() => planConnections(16, external, everything)).toThrow(
      'The database allows 16 connections, but this process needs at least 17. Raise max_connections of PostgreSQL, or the connection limit of the database or the role.',
    )
    expect(() => planConnections(30, { ...external, databaseConnections: 31 }, everything)).toThrow(
      'DATABASE_CONNECTIONS is 31, but the database allows 30 connections.',
    )
  })

  test('warns if a second process would not find enough', () => {
    expect(planConnections(34, external, everything).warning).toBeUndefined()
    expect(planConnections(33, external, everything).warning).toBe(
      'The database allows 33 connections, which is not enough for two processes with 17 each. A second process waits for connections that are free.',
    )
  })
})

describe('with a database', () => {
  let database: TestDatabase
  let name: string
  beforeEach(async () => {
    database = await createTestDatabase()
    name = new URL(database.appUrl).pathname.slice(1)
  })
  const plan = () => readConnectionPlan(database as unknown as Databases, external as Configuration, everything)

  test('knows the limits of server, database and role', async () => {
    // PostgreSQL keeps 3 of 200 for superusers.
    expect((await plan()).sentence).toContain('at most 48 of the 197 ')
    await queryOnce(database.ownerUrl, `alter database ${name} connection limit 60`)
    expect((await plan()).sentence).toContain('of the 60 ')
    const { username } = new URL(database.workerUrl)
    await queryOnce(database.ownerUrl, `alter role ${username} connection limit 50`)
    try {
      expect((await plan()).sentence).toContain('of the 50 ')
    } finally {
      await queryOnce(database.ownerUrl, `alter role ${username} connection limit -1`)
    }
  })
})

describe('two portals that together want more connections than the database allows', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-connections-'))
  // A refused pool takes connections of any other pool of the process.
  beforeAll(dropFreeDatabase)
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function createBusiness({ ownerUrl }: TestDatabase) {
    const owner = openPool(ownerUrl, { max: 2 })
    const domainId = await createDomain(owner, { identifier: 'acme' })
    const password_hash = await hashPassword('portal-password')
    const ids = await inDomain(owner, domainId, async (db) => {
      await insertInitialRows(db)
      const adminId = await createUser(db, 'admin', { email: 'admin@acme.example', password_hash })
      return { adminId, labId: await createUser(db, 'lab', { email: 'lab@acme.example', password_hash }) }
    })
    await owner.end()
    return ids
  }

  async function logIn(url: string, email: string): Promise<Record<string, string>> {
    const headers = { domain: 'acme', 'content-type': 'application/json' }
    const body = JSON.stringify({ email, password: 'portal-password' })
    const answer = await fetch(`${url}/auth/login/`, { method: 'POST', headers, body })
    const { token } = (await answer.json()) as { token: string }
    return { domain: 'acme', authorization: `Token ${token}` }
  }

  test('answer all calls: none waits in vain', async () => {
    const database = await createTestDatabase()
    const { adminId } = await createBusiness(database)
    const name = new URL(database.ownerUrl).pathname.slice(1)
    await queryOnce(database.ownerUrl, `alter database ${name} connection limit 18`)
    const settings = {
      ...{ DATABASE_URL: database.ownerUrl, DATA_DIR: folder, SECRET_KEY: 'k'.repeat(40) },
      RATE_LIMIT_FACTOR: '1000000',
    }
    const portals = [await startServedPortal(settings), await startServedPortal({ ...settings, WORKERS: 'off' })]
    try {
      for (const { services } of portals)
        expect(services.connections.sentence).toMatch(/^Database connections: at most 1[37] of the 18 that the database allows/)
      // Less than their calls want at once: each has 5 connections for calls and 2 for reports.
      await queryOnce(database.ownerUrl, `alter database ${name} connection limit 14`)
      const call = async (url: string, headers: Record<string, string>, called: string) => {
        const answer = await fetch(url + called, { headers })
        return `${answer.status} ${called} ${answer.ok ? '' : await answer.text()}`
      }
      const answers = await Promise.all(
        portals.map(async ({ url }) => {
          const admin = await logIn(url, 'admin@acme.example')
          const lab = await logIn(url, 'lab@acme.example')
          const round = () => [
            call(url, admin, '/api/v1/users/patient/list/'),
            call(url, admin, `/api/v1/users/${adminId}/`),
            call(url, admin, '/api/v1/dashboards/admin/'),
            call(url, lab, '/api/v1/dashboards/admin/'),
          ]
          return Promise.all(Array.from({ length: ROUNDS }, round).flat())
        }),
      )
      expect(answers.flat().filter((answer) => !/^200 |^403 .*dashboards/.test(answer))).toEqual([])
      expect(answers.flat().filter((answer) => answer.startsWith('403'))).toHaveLength(2 * ROUNDS)
      const metrics = await portals[0]?.services.metrics.registry.metrics()
      expect(metrics).toContain('db_pool_size{pool="app"} 5')
      expect(metrics).toMatch(/^db_connections_refused_total [1-9]/m)
    } finally {
      for (const each of portals) await each.stop()
    }
  })
})
