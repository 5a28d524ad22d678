/** Runs the whole life of a payment, a label, a document, a mail or a file at the configured sandbox account, and prints a table. */
import type pg from 'pg'
import { type Command, readArguments, readConsoleConfiguration, readCount } from '#api/cli/command.ts'
import type { Check, CheckOptions, Prepare } from '#api/cli/providers/check.ts'
import { ProviderRequests } from '#api/cli/providers/provider-requests.ts'
import { Steps } from '#api/cli/providers/steps.ts'
import { inDomain } from '#api/db/transaction.ts'
import { openServices } from '#api/main/services.ts'
import { type Domain, findDomainById } from '#api/platform/access/domains.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const checks: Record<string, { needsDomain: boolean; load(): Promise<{ prepare: Prepare }> }> = {
  payments: { needsDomain: true, load: () => import('#api/cli/providers/payments/check-payments.ts') },
  carrier: { needsDomain: false, load: () => import('#api/cli/providers/check-carrier.ts') },
  signing: { needsDomain: true, load: () => import('#api/cli/providers/check-signing.ts') },
  mail: { needsDomain: false, load: () => import('#api/cli/providers/check-mail.ts') },
  files: { needsDomain: false, load: () => import('#api/cli/providers/check-files.ts') },
}

/** By id, identifier or host. Without a name: the first domain, the demo last. */
const find = `
  select d.id
  from domains d
  where $1::text is null
    or $1 in (d.id::text, d.identifier)
    or exists (select from domain_hosts h where h.domain_id = d.id and h.host = lower($1))
  order by d.demo, d.id
  limit 1`

async function findDomain(pool: pg.Pool, name: string | undefined): Promise<Domain> {
  const { rows } = await pool.query<{ id: number }>(find, [name ?? null])
  if (rows[0]) return findDomainById(pool, rows[0].id)
  throw new StartFailure(name === undefined ? 'There is no domain yet.' : `There is no domain "${name}".`)
}

/** The account must be known before the table begins, and the check is audited before anything is sent. */
async function runCheck(part: string, prepare: Prepare, prepared: Omit<Check, 'steps'>): Promise<Steps> {
  const { provider, title, run } = await prepare(prepared)
  const { domain, ports, requests } = prepared
  await inDomain(ports.pool, domain.id, async (db) => audit(db, { type: 'provider.checked', after: { part, provider } }))
  console.log(`${part}, domain ${domain.identifier}: ${title}\n`)
  const steps = new Steps(console.log)
  try {
    await run({ ...prepared, steps })
  } finally {
    await steps.removeRemains()
  }
  const counts = (['ok', 'failed', 'open'] as const).map((result) => `${steps.count(result)} ${result}`)
  console.log(`\n${counts.join(', ')}${requests.count > 0 ? `; ${requests.count} requests to the provider` : ''}`)
  return steps
}

const flag = { type: 'boolean' } as const
const word = { type: 'string' } as const
const options = { domain: word, to: word, wait: word, 'refused-recipient': flag, sandbox: flag } as const

export const command: Command = async (args, usage) => {
  const { values, positionals } = readArguments(args, usage, options, 1)
  const [part = ''] = positionals
  const chosen = Object.hasOwn(checks, part) ? checks[part] : undefined
  if (!chosen || (chosen.needsDomain && values.domain === undefined)) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  const checkOptions: CheckOptions = {
    ...{ to: values.to, refused: values['refused-recipient'] === true, sandbox: values.sandbox === true },
    wait: values.wait === undefined ? 0 : readCount(values.wait, usage),
  }
  const { prepare } = await chosen.load()
  const configuration = readConsoleConfiguration()
  const services = await openServices(configuration, { shared: true, serves: false, runsJobs: false })
  const requests = new ProviderRequests()
  try {
    const { ports } = services
    const domain = await findDomain(ports.pool, values.domain)
    const { failed } = await runCheck(part, prepare, { configuration, ports, domain, requests, options: checkOptions })
    if (failed > 0) process.exitCode = 1
  } finally {
    requests.close()
    await services.close()
  }
}
