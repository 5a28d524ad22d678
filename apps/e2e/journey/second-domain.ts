/** Another business on the same portal, made on the console. */
import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'

const cliPath = path.resolve(import.meta.dirname, '../../api/src/cli.ts')

interface Domain {
  identifier: string
  name: string
  host: string
  admin: string
  /** Roles that must use two-step sign-in, for example `7,9` or `none`. By default, admins. */
  twoStep?: string
}

/** Runs a console command of the running portal; returns its output. */
async function runConsole(...args: string[]): Promise<string> {
  const { PATH, HOME, E2E_DATA_DIR, E2E_PORT } = process.env
  const env = { PATH, HOME, LOG_LEVEL: 'warn', DATA_DIR: E2E_DATA_DIR, PORT: E2E_PORT }
  return (await promisify(execFile)(process.execPath, [cliPath, ...args], { env })).stdout
}

/** Adds a domain to the running portal; returns the link by which its first admin sets a password. */
export async function addDomain({ identifier, name, host, admin, twoStep }: Domain): Promise<string> {
  const stdout = await runConsole(
    'domains',
    'add',
    identifier,
    '--name',
    name,
    '--sender',
    admin,
    '--admin',
    admin,
    '--host',
    host,
    ...(twoStep === undefined ? [] : ['--two-step', twoStep]),
  )
  const link = /\S+\/set-password#[\w-]+/.exec(stdout)?.[0]
  if (!link) throw new Error(`The console gave no link: ${stdout}`)
  return link
}
