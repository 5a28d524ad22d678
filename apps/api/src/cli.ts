/** `npm run portal -- …`: the console of an installation. Each command is loaded when it is called. */
import type { Command } from './cli/command.ts'
import { reportFailure } from './main/report.ts'
import { StartFailure } from './platform/start-failure.ts'

interface Entry {
  usage: string
  says: string
  load(): Promise<{ command: Command }>
}

const commands: Record<string, Entry> = {
  migrate: { usage: 'migrate', says: 'bring the database to the newest schema', load: () => import('./cli/migrate.ts') },
  work: { usage: 'work', says: 'work off the queue of jobs, without serving', load: () => import('./cli/work.ts') },
  jobs: {
    usage: 'jobs',
    says: 'how many jobs are in the queue, and why the dead ones failed',
    load: () => import('./cli/jobs.ts'),
  },
  'jobs retry': {
    usage: 'jobs retry ID | --all',
    says: 'begin a dead job again, or all of them',
    load: () => import('./cli/jobs-retry.ts'),
  },
  'audit verify': {
    usage: 'audit verify [--domain IDENTIFIER]',
    says: 'find changed, missing or added rows of the record',
    load: () => import('./cli/audit-verify.ts'),
  },
  'tallies verify': {
    usage: 'tallies verify [--domain IDENTIFIER]',
    says: 'compare the counts that lists are shown by with the rows; takes a minute or two for a million',
    load: () => import('./cli/tallies-verify.ts'),
  },
  'tallies rebuild': {
    usage: 'tallies rebuild [--domain IDENTIFIER]',
    says: 'put those counts right, while the portal serves',
    load: () => import('./cli/tallies-rebuild.ts'),
  },
  domains: { usage: 'domains', says: 'list the domains', load: () => import('./cli/domains.ts') },
  'domains add': {
    usage: 'domains add IDENTIFIER --name NAME --sender MAIL --admin MAIL [--host HOST]',
    says: 'make a domain with its first admin; prints the link that sets the password',
    load: () => import('./cli/domains-add.ts'),
  },
  'domains set': {
    usage: 'domains set IDENTIFIER --admin-password-stdin | --no-admin-sign-up | --two-step 7,9',
    says: 'set the password that lets someone sign up as an admin, or close that sign-up, or say who must sign in with two steps',
    load: () => import('./cli/domains-set.ts'),
  },
  'admins add': {
    usage: 'admins add IDENTIFIER MAIL',
    says: 'make an admin of a domain that is there; for one that is an admin already, print a new link that sets the password',
    load: () => import('./cli/admins-add.ts'),
  },
  'two-step reset': {
    usage: 'two-step reset IDENTIFIER MAIL',
    says: 'turn two-step sign-in off for someone who lost the app and the codes, an admin too',
    load: () => import('./cli/two-step-reset.ts'),
  },
  'secret-key replace': {
    usage: 'secret-key replace [--lost]',
    says: 'go on with another SECRET_KEY, while no portal runs; the old one is read from OLD_SECRET_KEY',
    load: () => import('./cli/secret-key-replace.ts'),
  },
  'seed scale': {
    usage: 'seed scale [--users N] [--transactions M] [--domain IDENTIFIER]',
    says: 'make a domain of any size, for measuring; not in production',
    load: () => import('./cli/seed-scale.ts'),
  },
  'db-types': { usage: 'db-types', says: 'write db/types.ts from the migrated schema', load: () => import('./cli/db-types.ts') },
}

function help(): string {
  const width = Math.max(...Object.values(commands).map(({ usage }) => usage.length))
  const lines = Object.values(commands).map(({ usage, says }) => `  ${usage.padEnd(width)}  ${says}`)
  return `npm run portal -- COMMAND\n\n${lines.join('\n')}\n\nThe database is the one of DATABASE_URL, or the embedded one of DATA_DIR, running or not.`
}

async function run(args: string[]): Promise<void> {
  if (args.length === 0 || ['help', '--help', '-h'].includes(args[0] ?? '')) return console.log(help())
  const name = [args.slice(0, 2).join(' '), args[0] ?? ''].find((words) => Object.hasOwn(commands, words))
  const entry = name === undefined ? undefined : commands[name]
  if (!name || !entry) throw new StartFailure(`There is no command "${args.join(' ')}": npm run portal -- help lists them.`)
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
