/** Appoints admins of the installation, who see the background jobs of all domains. Only the console can. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type pg from 'pg'
import { type Command, findDomains, readArguments, withDatabase } from '#api/cli/command.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { notifyAdmins } from '#api/features/notices/notify.commands.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'

const wordings = {
  add: { verb: 'is now', type: 'installation.admin_added', title: 'A new admin of the installation' },
  remove: { verb: 'is no longer', type: 'installation.admin_removed', title: 'An admin of the installation was removed' },
} as const

export type InstallationChange = keyof typeof wordings

/** An inactive admin can be removed, but not added. */
async function findAdmin(db: Db, email: string, change: InstallationChange): Promise<number | undefined> {
  const user = await db.findRow('users', ['id', 'subscription', 'active'], { email_key: email.toLowerCase() })
  const fits = change === 'remove' || (user?.subscription === membershipIds.admin && user.active)
  return fits ? user?.id : undefined
}

async function applyChange(db: Db, user_id: number, change: InstallationChange): Promise<boolean> {
  if (change === 'add') return db.insertOnce('installation_admins', { user_id })
  const isAdmin = (await db.lockRow('installation_admins', { user_id })) !== undefined
  await db.deleteRows('installation_admins', { user_id })
  return isAdmin
}

/** Returns false if nothing had to be changed. Throws StartFailure for an email address that is no active admin of the domain. */
export async function changeInstallationAdmin(
  owner: pg.Pool,
  change: InstallationChange,
  identifier: string,
  email: string,
): Promise<boolean> {
  const [domain] = await findDomains(owner, identifier)
  return inDomain(owner, Number(domain?.id), async (db) => {
    const id = await findAdmin(db, email, change)
    if (id === undefined) throw new StartFailure(`${email} is not an active admin of ${identifier}.`)
    if (!(await applyChange(db, id, change))) return false
    const { type, title } = wordings[change]
    audit(db, { type, subject: id })
    const text = 'This was done on the server console. If you did not expect this, ask the operator of the portal.'
    await notifyAdmins(db, { kind: 'account', title, text, path: `/users/${id}` })
    return true
  })
}

const commandFor =
  (change: InstallationChange): Command =>
  async (args, usage) => {
    const [identifier = '', email = ''] = readArguments(args, usage, {}, 2).positionals
    await withDatabase(async ({ owner }) => {
      const changed = await changeInstallationAdmin(owner, change, identifier, email)
      const result = `${email} ${wordings[change].verb} an admin of the installation.`
      console.log(changed ? result : `${result} Nothing had to be changed.`)
    })
  }

export const add = commandFor('add')
export const remove = commandFor('remove')
