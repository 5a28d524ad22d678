/** The console: `npm run portal -- …`. Each command is loaded when it is called. */
import type { Command } from './cli/command.ts'
import { reportFailure } from './main/report-failure.ts'
import { StartFailure } from './platform/kernel/start-failure.ts'

interface Entry {
  usage: string
  description: string
  load(): Promise<{ command: Command }>
}

const commands: Record<string, Entry> = {
  migrate: {
    usage: 'migrate',
    description: 'migrate the database, as its owner',
    load: () => import('./cli/commands/migrate.ts'),
  },
  work: {
    usage: 'work',
    description: 'run background jobs without serving the portal',
    load: () => import('./cli/commands/work.ts'),
  },
  jobs: {
    usage: 'jobs',
    description: 'count the jobs in the queue and list the dead ones with their errors',
    load: () => import('./cli/commands/jobs.ts'),
  },
  'jobs retry': {
    usage: 'jobs retry ID | --all',
    description: 'retry a dead job, or all of them',
    load: () => import('./cli/commands/jobs-retry.ts'),
  },
  doctor: {
    usage: 'doctor [--json]',
    description: 'say what is wrong with the installation, and what to do; exit code 0: nothing, 1: warnings, 2: errors',
    load: () => import('./cli/commands/doctor.ts'),
  },
  'providers check': {
    usage: 'providers check payments|carrier|signing|mail|files [--domain ID|HOST] [--to MAIL] [--wait SECONDS]',
    description: 'try a payment, label, document, mail or file at the configured sandbox account; exit code 1: a step failed',
    load: () => import('./cli/commands/providers-check.ts'),
  },
  'audit verify': {
    usage: 'audit verify [--domain IDENTIFIER [--head ROW:HASH]]',
    description: 'verify the audit: find changed, missing or added entries; --head compares with a row and hash from an old mail',
    load: () => import('./cli/commands/audit-verify.ts'),
  },
  'audit who-saw': {
    usage: 'audit who-saw IDENTIFIER PATIENT-ID',
    description: 'list who saw a patient, also in lists and exports, newest first; the command itself is audited',
    load: () => import('./cli/commands/audit-who-saw.ts'),
  },
  'tallies verify': {
    usage: 'tallies verify [--domain IDENTIFIER]',
    description: 'compare the stored list counts with the rows; takes one or two minutes per million rows',
    load: () => import('./cli/commands/tallies-verify.ts'),
  },
  'tallies rebuild': {
    usage: 'tallies rebuild [--domain IDENTIFIER]',
    description: 'correct the stored list counts; the portal may keep running',
    load: () => import('./cli/commands/tallies-rebuild.ts'),
  },
  domains: { usage: 'domains', description: 'list the domains', load: () => import('./cli/commands/domains.ts') },
  'domains add': {
    usage: 'domains add IDENTIFIER --name NAME --sender MAIL --admin MAIL [--host HOST] [--two-step 7,9]',
    description: 'add a domain and its first admin; prints a link to set the admin password',
    load: () => import('./cli/commands/domains-add.ts'),
  },
  'domains set': {
    usage: 'domains set IDENTIFIER --admin-password-stdin | --no-admin-sign-up | --two-step 7,9',
    description: 'set the password for admin sign-up, close admin sign-up, or choose the roles that must use two-step sign-in',
    load: () => import('./cli/commands/domains-set.ts'),
  },
  'admins add': {
    usage: 'admins add IDENTIFIER MAIL',
    description: 'add an admin to a domain; for an existing admin, print a new link to set the password',
    load: () => import('./cli/commands/admins-add.ts'),
  },
  'admins installation add': {
    usage: 'admins installation add IDENTIFIER MAIL',
    description: 'make an admin of a domain an admin of the installation, who sees the background jobs of all domains',
    load: async () => ({ command: (await import('./cli/commands/admins-installation.ts')).add }),
  },
  'admins installation remove': {
    usage: 'admins installation remove IDENTIFIER MAIL',
    description: 'take the background jobs of all domains away from an admin',
    load: async () => ({ command: (await import('./cli/commands/admins-installation.ts')).remove }),
  },
  'two-step reset': {
    usage: 'two-step reset IDENTIFIER MAIL',
    description: 'turn off two-step sign-in for a user who lost the app and the recovery codes',
    load: () => import('./cli/commands/two-step-reset.ts'),
  },
  'secret-key replace': {
    usage: 'secret-key replace [--lost]',
    description: 'replace SECRET_KEY while no portal is running; the old key is read from OLD_SECRET_KEY',
    load: () => import('./cli/commands/secret-key-replace.ts'),
  },
  'db-types': {
    usage: 'db-types',
    description: 'write db/types.ts from the migrated schema',
    load: () => import('./cli/commands/db-types.ts'),
  },
}

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  const lines = Object.values(commands).map(({ usage, description }) => `  ${usage.padEnd(width)}  ${description}`)
  return `npm run portal -- COMMAND\n\n${lines.join('\n')}\n\nThe commands use the database of OWNER_DATABASE_URL, else of DATABASE_URL, else the embedded one in DATA_DIR. The portal may be running or not.`
}

async function run(args: string[]): Promise<void> {
  if (args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '')) return console.log(help())
  const name = [3, 2, 1].map((n) => args.slice(0, n).join(' ')).find((words) => Object.hasOwn(commands, words))
  const entry = name === undefined ? undefined : commands[name]
  if (!name || !entry)
    throw new StartFailure(`Unknown command "${args.join(' ')}". List the commands with: npm run portal -- help`)
  const { command } = await entry.load()
  await command(args.slice(name.split(' ').length), entry.usage)
}

process.umask(0o066)
try {
  await run(process.argv.slice(2))
} catch (error) {
  reportFailure(error)
}
process.exit()
