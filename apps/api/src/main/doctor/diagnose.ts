/** Looks for what is wrong with an installation. It changes nothing, but for one file that it writes and deletes. */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { openPool } from '#api/db/connection/pools.ts'
import { roleUrl } from '#api/db/migrate.ts'
import { findRunningCluster } from '#api/embedded-postgres/find-running-cluster.ts'
import { outdatedPostgresWarnings } from '#api/embedded-postgres/newest-minor.ts'
import { assertPooler } from '#api/main/database/assert-pooler.ts'
import { otherWays } from '#api/main/database/databases.ts'
import { passwordOf } from '#api/main/database/key-fingerprint.ts'
import { assertReadyFor } from '#api/main/database/open-as-application.ts'
import { plainConnectionWarnings } from '#api/main/plain-connection-warnings.ts'
import { simulationWarnings } from '#api/main/simulation-warnings.ts'
import { type Configuration, readConfiguration } from '#api/platform/config/configuration.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { withTimeout } from '#api/platform/kernel/with-timeout.ts'
import { checkClock, checkConnections, checkCopies, checkRights, checkServer, checkSignals } from './check-database.ts'
import { checkDisks, checkDomains, checkFiles, checkMail, checkSeal } from './check-outside.ts'
import { checkReplica } from './check-replica.ts'
import { checkJobs, checkPeople } from './check-work.ts'
import { error, type Finding, ok, warning } from './finding.ts'

/** Milliseconds for one check. */
const CHECK_MS = 20_000
/** Stands for the key of an installation that has none yet. A real start makes one; this command must not. */
const NO_KEY = 'there is no key in this data folder yet'

/** Names the check; a failure of the check is itself a finding. */
async function guarded(check: string, run: () => Promise<Finding[]>): Promise<Finding[]> {
  const late = error(check, `There was no answer within ${CHECK_MS / 1000} s.`, 'Look at the network and at the other findings.')
  try {
    return await withTimeout(run(), [late], CHECK_MS)
  } catch (cause) {
    const known = cause instanceof StartFailure
    const { message, code } = cause as Error & { code?: string }
    const reason = known ? message : `The check failed: ${code ?? (cause as Error).name}.`
    return [error(check, reason, known ? 'Change the setting.' : 'Mend the other findings first, then run it again.')]
  }
}

function readSettings(env: NodeJS.ProcessEnv): { configuration?: Configuration; findings: Finding[] } {
  const check = 'settings'
  const isProduction = env.NODE_ENV === 'production'
  const hasKey = Boolean(env.SECRET_KEY) || existsSync(path.join(path.resolve(env.DATA_DIR || './.data'), 'secret-key'))
  const given = hasKey || isProduction ? env : { ...env, SECRET_KEY: NO_KEY }
  try {
    const configuration = readConfiguration(given)
    const warnings = [simulationWarnings, plainConnectionWarnings, outdatedPostgresWarnings].flatMap((of) => of(configuration))
    const findings = warnings.map((sentence) => warning(check, sentence, 'See docs/operate/configure.md.'))
    if (!hasKey)
      findings.push(error(check, 'There is no SECRET_KEY, in the settings or in DATA_DIR.', 'Set it, or start the portal once.'))
    return { configuration, findings: findings.length > 0 ? findings : [ok(check, 'The settings can be used.')] }
  } catch (cause) {
    if (!(cause instanceof StartFailure)) throw cause
    return { findings: [error(check, cause.message, 'See docs/operate/configure.md.')] }
  }
}

async function checkPooler(url: string): Promise<Finding[]> {
  await assertPooler(url)
  return [ok('pooler', 'The pooler is reached, with the role and the settings of the portal.')]
}

/** The URLs of both roles, of the replica and of the pooler, if there are some. Undefined while the embedded PostgreSQL does not run. */
function urlsOf(configuration: Configuration): (Record<'app' | 'worker', string> & ReturnType<typeof otherWays>) | undefined {
  const { databaseUrl, dataDir, secretKey } = configuration
  const any = databaseUrl ?? findRunningCluster(dataDir)?.('vialdesk')
  if (any === undefined) return undefined
  const urlFor = (role: 'app' | 'worker') => roleUrl(role, any, passwordOf(role, secretKey))
  return { app: urlFor('app'), worker: urlFor('worker'), ...otherWays(configuration) }
}

async function checkDatabase(configuration: Configuration): Promise<Finding[]> {
  const check = 'database'
  const urls = urlsOf(configuration)
  if (!urls)
    return [
      warning(
        check,
        'The embedded PostgreSQL is not running, so the database was not checked.',
        'Start the portal, and run this again.',
      ),
    ]
  const [reached] = await guarded(check, async () => {
    for (const url of [urls.app, urls.worker]) await assertReadyFor(url, configuration.secretKey)
    return [ok(check, 'Both roles of the portal reach the database, and it is migrated.')]
  })
  if (reached?.severity !== 'ok') return reached ? [reached] : []
  const worker = openPool(urls.worker, { max: 1 })
  try {
    const { replicaUrl, poolerUrl } = urls
    const checks: Record<string, () => Promise<Finding[]>> = {
      'database server': () => checkServer(urls.worker),
      'database rights': () => checkRights(urls.worker),
      'database connections': () => checkConnections(urls.app, configuration),
      clock: () => checkClock(urls.app),
      signals: () => checkSignals(urls.app),
      copies: () => checkCopies(urls.worker),
      ...(replicaUrl !== undefined && { 'read replica': () => checkReplica(urls.app, replicaUrl) }),
      ...(poolerUrl !== undefined && { pooler: () => checkPooler(poolerUrl) }),
      jobs: () => checkJobs(worker),
      'work of people': () => checkPeople(worker),
      domains: () => checkDomains(worker, configuration),
    }
    const found: Finding[] = [reached]
    for (const [name, run] of Object.entries(checks)) found.push(...(await guarded(name, run)))
    return found
  } finally {
    await worker.end()
  }
}

/** All findings, also of what is right. */
export async function diagnose(env: NodeJS.ProcessEnv): Promise<Finding[]> {
  const { configuration, findings } = readSettings(env)
  if (!configuration) return findings
  const outside = await Promise.all([
    guarded('files', () => checkFiles(configuration)),
    guarded('disk', () => checkDisks(configuration)),
    guarded('mail server', () => checkMail(configuration)),
    guarded('seal', () => checkSeal(configuration)),
  ])
  return [...findings, ...(await checkDatabase(configuration)), ...outside.flat()]
}
