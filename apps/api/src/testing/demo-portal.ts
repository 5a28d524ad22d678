/** The app with the demo for one test file. The demo is made once in each run of the tests, and each test file copies its database and files. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { inject } from 'vitest'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import { embeddedGateway } from '#api/adapters/payments/embedded.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { withClient } from '#api/db/connection/with-client.ts'
import { seedDemo } from '#api/demo/demo.ts'
import { copyTemplate, createTestDatabase } from './database.ts'
import { startTestPortal } from './test-portal.ts'
import { testSeal } from './test-seal.ts'

export const DEMO_PASSWORD = 'only-for-the-demo'
/** In the middle of a month, early in the day, so that days and statements of the last weeks are incomplete. */
export const DEMO_NOW = new Date('2026-04-22T15:10:00Z')

const TEMPLATE = 'vialdesk_demo'

async function seedTemplate(files: string): Promise<void> {
  const { ownerUrl, appUrl } = await copyTemplate(`${TEMPLATE}_new`)
  const [owner, pool] = [openPool(ownerUrl, { max: 3, statementTimeoutMs: 60_000 }), openPool(appUrl, { max: 2 })]
  const ports = {
    payments: { embedded: embeddedGateway({ pool }) },
    files: embeddedFiles(files),
    publicUrl: 'http://portal.test',
    seal: testSeal(),
  }
  await seedDemo(owner, ports, { password: DEMO_PASSWORD, now: DEMO_NOW })
  await Promise.all([owner.end(), pool.end()])
}

/** Makes the demo unless a test file of this run has made it. The others wait. Returns the folder of its files. */
function ensureTemplate(): Promise<string> {
  const url = new URL(inject('cluster').ownerUrl)
  url.pathname = '/postgres'
  return withClient(url.href, async (client) => {
    await client.query('select pg_advisory_lock(1)')
    const { rows } = await client.query<{ folder: string; made: boolean }>(
      `select current_setting('data_directory') as folder, exists (select from pg_database where datname = $1) as made`,
      [TEMPLATE],
    )
    const files = path.join(path.dirname(rows[0]?.folder as string), 'demo-files')
    if (!rows[0]?.made) {
      await seedTemplate(files)
      await client.query(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`)
    }
    return files
  })
}

/** Starts the app on a copy of the demo. The domains acme and globex are there, too. */
export async function startDemoPortal() {
  const template = await ensureTemplate()
  const folder = mkdtempSync(path.join(tmpdir(), 'vialdesk-demo-files-'))
  cpSync(template, folder, { recursive: true })
  const portal = await startTestPortal({ files: embeddedFiles(folder) }, { database: await createTestDatabase(TEMPLATE) })
  const { rows } = await portal.owner.query<{ id: number }>(`select id from domains where identifier = 'demo'`)
  return {
    ...portal,
    demoId: Number(rows[0]?.id),
    /** Logs in with the address of the demo account before the @. */
    logIn: async (account: string) => {
      const login = { email: `${account}@demo.example`, password: DEMO_PASSWORD }
      const { token, user } = (await portal.clientFor('demo').post('/auth/login/', login)).json()
      return { id: user.id as number, token: token as string, user, client: portal.clientFor('demo', token) }
    },
    close: async () => {
      await portal.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type DemoPortal = Awaited<ReturnType<typeof startDemoPortal>>
