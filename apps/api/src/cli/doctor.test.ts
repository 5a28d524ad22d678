/** `portal doctor` on an installation that is broken in one way after the other. */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { smtpServer } from '#api/adapters/mail/smtp-server.fixture.ts'
import { openPool } from '#api/db/connection/pools.ts'
import { inDomain } from '#api/db/transaction.ts'
import { findFreePort } from '#api/embedded-postgres/postmaster.ts'
import { createAttempt } from '#api/features/dashboards/dashboards.fixture.ts'
import { openDatabases } from '#api/main/database/databases.ts'
import { checkClock, checkRights, checkServer } from '#api/main/doctor/check-database.ts'
import { checkDisks, checkFiles, checkMail } from '#api/main/doctor/check-outside.ts'
import { diagnose } from '#api/main/doctor/diagnose.ts'
import { exitCodeOf, type Finding } from '#api/main/doctor/finding.ts'
import { type Configuration, readConfiguration } from '#api/platform/config/configuration.ts'
import { createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { createDomain, createPatient } from '#api/testing/factories.ts'
import { command as doctor } from './commands/doctor.ts'

const KEY = 'the key that this installation was made with'
let dataDir: string
/** Of an installation that is sound again after each test. */
let ownerUrl: string
let database: string
let env: Record<string, string>

async function install() {
  const created = await createTestDatabase()
  await openDatabases({ dataDir, databaseUrl: created.ownerUrl, secretKey: KEY } as Configuration)
  return { ownerUrl: created.ownerUrl, env: { DATABASE_URL: created.ownerUrl, DATA_DIR: dataDir, SECRET_KEY: KEY } }
}

beforeAll(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'vialdesk-doctor-'))
  mkdirSync(path.join(dataDir, 'files'))
  const made = await install()
  ownerUrl = made.ownerUrl
  env = made.env
  database = new URL(ownerUrl).pathname.slice(1)
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Breaks the installation, looks, and mends it again. */
async function whileBroken<T>(harm: string, repair: string, look: () => Promise<T>): Promise<T> {
  await queryOnce(ownerUrl, harm)
  try {
    return await look()
  } finally {
    await queryOnce(ownerUrl, repair)
  }
}

const find = (findings: Finding[], check: string) => findings.filter((each) => each.check === check && each.severity !== 'ok')
const findingsOf = async (check: string, changed: Record<string, string> = {}) =>
  find(await diagnose({ ...env, ...changed }), check)

test('finds nothing wrong with a sound installation, and leaves nothing behind', async () => {
  const before = await queryOnce(ownerUrl, 'select count(*) from pg_stat_user_tables')
  const findings = await diagnose(env)
  // The disk belongs to the machine of the test, and its PostgreSQL writes without safety, to be fast.
  expect(findings.filter(({ check, severity }) => !['disk', 'database server'].includes(check) && severity !== 'ok')).toEqual([])
  for (const check of ['settings', 'database', 'database rights', 'signals', 'jobs', 'files', 'clock'])
    expect(findings).toContainEqual(expect.objectContaining({ check, severity: 'ok' }))
  expect(readdirSync(path.join(dataDir, 'files'), { recursive: true }).filter((name) => `${name}`.endsWith('.txt'))).toEqual([])
  expect(await queryOnce(ownerUrl, 'select count(*) from pg_stat_user_tables')).toEqual(before)
})

test('checks the pooler and the replica for reads, where there are some', async () => {
  const gone = new URL(ownerUrl)
  gone.port = String(await findFreePort())
  expect(await findingsOf('pooler', { DATABASE_POOLER_URL: gone.href })).toMatchObject([
    { severity: 'error', finding: expect.stringMatching(/^The pooler of DATABASE_POOLER_URL cannot be reached: /) },
  ])
  const findings = await diagnose({ ...env, DATABASE_POOLER_URL: ownerUrl, READ_DATABASE_URL: ownerUrl })
  expect(findings).toContainEqual(expect.objectContaining({ check: 'pooler', severity: 'ok' }))
  expect(find(findings, 'read replica')).toMatchObject([
    { severity: 'error', finding: expect.stringContaining('is not a replica of the primary') },
  ])
})

describe('settings', () => {
  test('that stop the start are one error, and production may not simulate', async () => {
    const [wrong] = await diagnose({ ...env, PORT: 'many' })
    expect(wrong).toMatchObject({ check: 'settings', severity: 'error', finding: expect.stringMatching(/^PORT must be/) })
    const [production] = await diagnose({ ...env, NODE_ENV: 'production' })
    expect(production).toMatchObject({ severity: 'error', finding: expect.stringContaining('ALLOW_SIMULATION') })
    const allowed = await findingsOf('settings', {
      ...{ NODE_ENV: 'production', ALLOW_SIMULATION: 'payments,carrier,signing', PUBLIC_URL: 'https://portal.example' },
    })
    expect(allowed.map(({ finding }) => finding).join(' ')).toMatch(/SMTP_URL.*Payments are simulated.*labels.*SIGNING_P12/)
  })

  test('without a key: makes none', async () => {
    const empty = path.join(dataDir, 'nothing')
    const findings = await diagnose({ DATA_DIR: empty })
    expect(find(findings, 'settings')).toEqual([
      expect.objectContaining({ severity: 'error', finding: expect.stringContaining('SECRET_KEY') }),
    ])
    expect(find(findings, 'database')).toEqual([expect.objectContaining({ severity: 'warning' })])
    expect(existsSync(empty)).toBe(false)
  })
})

describe('the database', () => {
  test('that cannot be reached, or has another key, is an error without its password', async () => {
    const [gone] = await findingsOf('database', { DATABASE_URL: 'postgres://owner:hunter2@127.0.0.1:1/gone' })
    expect(gone).toMatchObject({ severity: 'error', finding: expect.stringContaining('cannot be reached') })
    const [other] = await findingsOf('database', { SECRET_KEY: 'the key of another installation altogether' })
    expect(other).toMatchObject({ severity: 'error', finding: expect.stringContaining('SECRET_KEY') })
    expect(JSON.stringify([gone, other])).not.toContain('hunter2')
  })

  test('that is not migrated is an error', async () => {
    const [finding] = await whileBroken(
      `create schema kept; create table kept.migrations as table schema_migrations;
        delete from schema_migrations where name = (select max(name collate "C") from schema_migrations)`,
      'insert into schema_migrations table kept.migrations on conflict do nothing; drop schema kept cascade',
      () => findingsOf('database'),
    )
    expect(finding).toMatchObject({ severity: 'error', finding: expect.stringContaining('npm run portal -- migrate') })
  })

  test.each([
    ['a superuser', 'alter role ROLE superuser', 'alter role ROLE nosuperuser', /not bound by row-level security/],
    ['bypassrls', 'alter role ROLE bypassrls', 'alter role ROLE nobypassrls', /not bound by row-level security/],
    [
      'the right to change the audit',
      'grant delete on audit_log to ROLE',
      'revoke delete on audit_log from ROLE',
      /may change the audit/,
    ],
    [
      'a table without row-level security',
      'alter table users disable row level security',
      'alter table users enable row level security',
      /Row-level security is off for: users\./,
    ],
    [
      'a table whose owner sees all',
      'alter table users no force row level security',
      'alter table users force row level security',
      /Row-level security is off for: users\./,
    ],
  ])('with %s is an error', async (_, harm, repair, sentence) => {
    const ofRole = (text: string) => text.replace('ROLE', `vialdesk_app_${database}`)
    const found = await whileBroken(ofRole(harm), ofRole(repair), () => checkRights(ownerUrl))
    expect(found).toEqual([expect.objectContaining({ severity: 'error', finding: expect.stringMatching(sentence) })])
  })

  test('to which everybody may connect is a warning', async () => {
    const found = await whileBroken(
      `grant connect on database ${database} to public`,
      `revoke connect on database ${database} from public`,
      () => checkRights(ownerUrl),
    )
    expect(found).toEqual([expect.objectContaining({ severity: 'warning' })])
  })

  test('that may lose or destroy what it has written is an error', async () => {
    const off = async () => (await checkServer(ownerUrl)).map(({ severity, finding }) => `${severity} ${finding.split(':')[0]}`)
    const loses = 'error The setting synchronous_commit of PostgreSQL is off'
    // The PostgreSQL of the tests.
    expect(await off()).toEqual([
      ...['fsync', 'full_page_writes'].map((name) => `error The setting ${name} of PostgreSQL is off`),
      loses,
    ])
    const setting = (change: string) => `alter database ${database} ${change} synchronous_commit`
    expect(await whileBroken(`${setting('set')} = on`, setting('reset'), off)).not.toContain(loses)
  })

  test('with too few connections is an error, with the number that is needed', async () => {
    const [finding] = await findingsOf('database connections', { DATABASE_CONNECTIONS: '3' })
    expect(finding).toMatchObject({
      severity: 'error',
      finding: expect.stringMatching(/DATABASE_CONNECTIONS is 3, .*at least \d+/),
    })
  })

  test('whose clock differs is a warning, and an error from half a minute on', async () => {
    const difference = async (seconds: number) => (await checkClock(ownerUrl, () => Date.now() + seconds * 1000))[0]?.severity
    expect([await difference(0), await difference(10), await difference(-60)]).toEqual(['ok', 'warning', 'error'])
  })
})

test('counts dead and waiting jobs, and what waits for a person', async () => {
  const busy = await install()
  const owner = openPool(busy.ownerUrl, { max: 2 })
  const domainId = await createDomain(owner, { identifier: 'acme', name: 'Acme' })
  await inDomain(owner, domainId, async (db) => {
    await createAttempt(db, await createPatient(db), 'INV-1', 'review')
    await db.enqueue('documents.revoke', { document_id: 1 }, { key: 'one' })
    await db.enqueue('documents.revoke', { document_id: 2 }, { key: 'two' })
  })
  await owner.query(`update graphile_worker._private_jobs set attempts = max_attempts where key like '%one'`)
  await owner.query(`update graphile_worker._private_jobs set run_at = now() - interval '1 hour' where key like '%two'`)
  await owner.end()
  const findings = await diagnose({ ...busy.env, DNS_SERVER: '127.0.0.1', DNS_PORT: '1', DNS_TIMEOUT: '0.2' })
  expect(find(findings, 'jobs').map(({ severity, finding }) => `${severity} ${finding}`)).toEqual([
    'warning 1 dead jobs: nothing repeats them.',
    expect.stringMatching(/^error A job has waited for (59|60|61) minutes\.$/),
  ])
  expect(find(findings, 'payments')).toEqual([expect.objectContaining({ finding: '1 payments or refunds must be reviewed.' })])
  expect(find(findings, 'domain acme').length).toBeGreaterThan(0)
})

describe('outside', () => {
  test('a folder of files that is missing or cannot be written is an error, and is not made', async () => {
    const missing = path.join(dataDir, 'not-mounted')
    const found = (filesUrl: string) => checkFiles(readConfiguration({ ...env, FILES_URL: filesUrl }))
    expect(await found(missing)).toEqual([expect.objectContaining({ severity: 'error' })])
    expect(existsSync(missing)).toBe(false)
    expect(await found('/proc/self')).toEqual([expect.objectContaining({ severity: 'error' })])
  })

  test('a disk with little space is a warning, and a full one an error', async () => {
    const configuration = { dataDir, filesUrl: 's3://bucket' } as Configuration
    const severity = async (free: number) => (await checkDisks(configuration, async () => ({ free, size: 100 })))[0]?.severity
    expect([await severity(50), await severity(10), await severity(1)]).toEqual(['ok', 'warning', 'error'])
  })

  test('the mail server: logs in, sends nothing, and names a refused log-in without the password', async () => {
    const server = await smtpServer({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) => done(null, password === 'right' ? { user: 'portal' } : {}),
    })
    const found = (password: string) =>
      checkMail(readConfiguration({ ...env, SMTP_URL: `smtp://portal:${password}@127.0.0.1:${server.port}` }))
    expect(await found('right')).toEqual([expect.objectContaining({ severity: 'ok' })])
    const [refused] = await found('hunter2')
    expect(refused).toMatchObject({ severity: 'error', finding: expect.stringContaining('refuses the user or the password') })
    expect(server.received).toEqual([])
    await server.close()
    const [gone] = await found('hunter2')
    expect(gone).toMatchObject({ severity: 'error', finding: expect.stringContaining('no usable connection') })
    expect(JSON.stringify([refused, gone])).not.toContain('hunter2')
  })

  test('the certificate of the seal that cannot be read is an error', async () => {
    const [finding] = await findingsOf('seal', { SIGNING_P12: path.join(dataDir, 'missing.p12') })
    expect(finding).toMatchObject({ severity: 'error', finding: expect.stringContaining('SIGNING_P12 cannot be read') })
  })
})

describe('the command', () => {
  const rank = (severity?: string) => ['ok', 'warning', 'error'].indexOf(severity ?? '')

  /** Runs it while the folder of files is missing. */
  async function run(...args: string[]): Promise<{ output: string; code: unknown }> {
    const settings = { ...env, NODE_ENV: 'development', FILES_URL: path.join(dataDir, 'not-mounted') }
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const said = vi.spyOn(console, 'log').mockReturnValue()
    const { exitCode } = process
    try {
      await doctor(args, 'doctor [--json]')
      return { output: said.mock.lastCall?.[0], code: process.exitCode }
    } finally {
      process.exitCode = exitCode
      said.mockRestore()
      vi.unstubAllEnvs()
    }
  }

  test('exits with 2 for errors, and prints them first with what to do', async () => {
    const { output, code } = await run()
    expect(code).toBe(2)
    expect(output).toMatch(/^error {4}files: The folder of files does not exist\.\n {9}→ Mount it/m)
    const severities = [...output.matchAll(/^(error|warning|ok) /gm)].map(([, severity]) => severity)
    expect(severities).toEqual(severities.toSorted((a, b) => rank(b) - rank(a)))
  })

  test('prints JSON', async () => {
    const { output } = await run('--json')
    expect(find(JSON.parse(output), 'files')[0]).toEqual({
      check: 'files',
      severity: 'error',
      finding: expect.any(String),
      remedy: expect.any(String),
    })
  })

  test('has exit code 0 without findings, 1 for warnings', () => {
    const each = (severity: Finding['severity']) => ({ check: 'x', finding: 'x', severity })
    expect([exitCodeOf([each('ok')]), exitCodeOf([each('ok'), each('warning')]), exitCodeOf([])]).toEqual([0, 1, 0])
  })
})
