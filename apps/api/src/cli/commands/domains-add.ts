/** Creates a domain and its first admin in one transaction. */
import { Email } from '@vialdesk/contract/base/primitives'
import { membershipIds } from '@vialdesk/contract/base/roles'
import type pg from 'pg'
import { type Command, printPasswordLink, readArguments, withDatabase } from '#api/cli/command.ts'
import { Db } from '#api/db/db.ts'
import { insertInitialRows } from '#api/db/new-domain.ts'
import { makePasswordLink } from '#api/features/sessions/passwords/send-password-link.commands.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { readMemberships } from './domains-set.ts'

interface NewDomain {
  identifier: string
  name: string
  sender: string
  admin: string
  host: string | undefined
  /** Memberships that must use two-step sign-in. By default, admins. */
  twoStep?: number[] | undefined
}

async function insertDomain(client: pg.ClientBase, { identifier, name, sender, host, twoStep }: NewDomain): Promise<number> {
  const { rows } = await client.query<{ id: number }>(
    `insert into domains (identifier, name, email_sender, email_notifications, two_step_memberships)
     values ($1, $2, $3, $3, $4) returning id`,
    [identifier, name, sender, twoStep ?? [membershipIds.admin]],
  )
  const id = Number(rows[0]?.id)
  if (host) await client.query('insert into domain_hosts (host, domain_id) values ($1, $2)', [host.toLowerCase(), id])
  await client.query(`select set_config('app.domain_id', $1, true)`, [String(id)])
  return id
}

/** Turns a constraint error of the database into a message for the console. */
function explainConstraint(error: unknown, { identifier, host }: NewDomain): unknown {
  const { constraint } = error as { constraint?: string }
  if (constraint === 'domains_identifier_key') return new StartFailure(`The domain "${identifier}" already exists.`)
  if (constraint === 'domain_hosts_pkey') return new StartFailure(`The host ${host} belongs to another domain.`)
  if (constraint === 'domains_identifier_check')
    return new StartFailure(`"${identifier}" is not a valid identifier: use lower-case letters, digits and hyphens.`)
  return error
}

/** Returns the domain's id and the token of the admin's one-use link. `owner` owns the tables. */
export async function addDomain(owner: pg.Pool, domain: NewDomain): Promise<{ id: number; token: string }> {
  const client = await owner.connect()
  try {
    await client.query('begin')
    const id = await insertDomain(client, domain)
    const db = new Db(client, id)
    await insertInitialRows(db)
    const admin = { domain_id: id, memberships: [membershipIds.admin], email: domain.admin }
    const { id: userId } = await db.insertInto('users').values(admin).returning('id').executeTakeFirstOrThrow()
    const { token } = await makePasswordLink(db, userId, 'welcome')
    await db.rows('select append_audit($1)', [JSON.stringify([{ type: 'account.created', subject_id: userId }])])
    await client.query('commit')
    return { id, token }
  } catch (error) {
    await client.query('rollback')
    throw explainConstraint(error, domain)
  } finally {
    client.release()
  }
}

const hostShape = /^(?=.{1,253}$)[a-z\d]([a-z\d-]*[a-z\d])?(\.[a-z\d]([a-z\d-]*[a-z\d])?)*$/

/** Throws StartFailure for e-mail addresses and host names that cannot work: nobody would notice until they are needed. */
export function assertMailAndHost({ sender, admin, host }: Pick<NewDomain, 'sender' | 'admin' | 'host'>): void {
  for (const address of [sender, admin])
    if (!Email.safeParse(address).success) throw new StartFailure(`"${address}" is not an e-mail address.`)
  if (host !== undefined && !hostShape.test(host.toLowerCase()))
    throw new StartFailure(`"${host}" is not a host name. Leave out https://, port and path.`)
}

export const command: Command = async (args, usage) => {
  const text = { type: 'string' } as const
  const { values, positionals } = readArguments(
    args,
    usage,
    { name: text, sender: text, admin: text, host: text, 'two-step': text },
    1,
  )
  const { name, sender, admin, host } = values
  const twoStep = values['two-step'] === undefined ? undefined : readMemberships(values['two-step'])
  const [identifier] = positionals
  if (!identifier || !name || !sender || !admin) throw new StartFailure(`Usage: npm run portal -- ${usage}`)
  assertMailAndHost({ sender, admin, host })
  await withDatabase(async (database) => {
    const { id, token } = await addDomain(database.owner, { identifier, name, sender, admin, host, twoStep })
    console.log(`Added the domain ${identifier}.`)
    if (twoStep === undefined || twoStep.includes(membershipIds.admin))
      console.log('Its admins set up two-step sign-in at their first log-in, with an authenticator app.')
    await printPasswordLink(database, { domainId: id, email: admin, token })
  })
}
