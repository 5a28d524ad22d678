/** Giving a center a logo, and taking it away. The file is kept before anything refers to it, and what is replaced is let go. */
import { membershipIds } from '@vialdesk/contract/roles'
import { newFileKey } from '#api/adapters/files/port.ts'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { type AuditActor, audit } from '#api/platform/audit/audit.ts'
import { attachFile, detachFile, registerFile } from '#api/platform/files/stored-files.ts'
import { fail, failField } from '#api/platform/http/errors/fail.ts'
import type { Ports } from '#api/platform/ports.ts'
import { drawLogo } from './draw-logo.pure.ts'
import { usersSeenBy } from './visible.queries.ts'

/** Kept under `domain/hc-logos/name`; a user carries the name. */
export const LOGO_FOLDER = 'hc-logos'

const MAX_BYTES = 4 * 1024 * 1024

/** Draws the picture anew and keeps it; answers its name. Nothing refers to it yet. */
export async function storeLogo(transact: RunInTransaction, { files }: Ports, file: File): Promise<string> {
  const picture = await drawLogo(Buffer.from(await file.arrayBuffer()))
  const key = await transact(async (db) => {
    const made = newFileKey(db.domainId, LOGO_FOLDER, 'png')
    await registerFile(db, made)
    return made
  })
  await files.put(key, picture, { type: 'image/png', maxBytes: MAX_BYTES })
  return key.slice(key.lastIndexOf('/') + 1)
}

/**
 * The id of the active center whose logo a body changes: the named one, by default the viewer's own. Called before a file is read, so
 * that no file is read in vain.
 */
export async function getLogoCenter(db: Db, viewer: Viewer, requestedId: number | undefined): Promise<number> {
  const id = requestedId ?? (viewer.role === 'harvest_center' ? viewer.id : failField('user_id', 'Choose a harvest center.'))
  const center = await db
    .selectFrom('users')
    .select('users.id')
    .where('users.domain_id', '=', db.domainId)
    .where('users.id', '=', id)
    .where('users.subscription', '=', membershipIds.harvest_center)
    .where('users.active', '=', true)
    .where(usersSeenBy(viewer))
    .executeTakeFirst()
  return center?.id ?? fail('not_found')
}

/** Null takes the logo away. An edit of the rest of the account, open meanwhile, does not collide with it: the version stays. */
export async function setLogo(db: Db, auditActor: AuditActor, centerId: number, name: string | null): Promise<void> {
  const users = db.selectFrom('users').where('domain_id', '=', db.domainId).where('id', '=', centerId).where('active', '=', true)
  const center = (await users.select('hc_logo').forNoKeyUpdate().executeTakeFirst()) ?? fail('not_found')
  if (center.hc_logo === name) return
  const keyOf = (logo: string) => `${db.domainId}/${LOGO_FOLDER}/${logo}`
  await db.updateTable('users').set({ hc_logo: name }).where('domain_id', '=', db.domainId).where('id', '=', centerId).execute()
  if (name !== null) await attachFile(db, keyOf(name))
  if (center.hc_logo !== null) await detachFile(db, keyOf(center.hc_logo))
  audit(db, auditActor, {
    type: 'account.logo_changed',
    subject: centerId,
    before: { hc_logo: center.hc_logo },
    after: { hc_logo: name },
  })
}
