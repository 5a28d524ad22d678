/** Sets and removes the logo of a center. The file is stored before a user refers to it; a replaced file becomes unused. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { usersSeenBy } from '#api/features/visibility/visible.queries.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { audit } from '#api/platform/audit/audit.ts'
import { drawPicture } from '#api/platform/files/draw-picture.ts'
import { attachFile, detachFile, storeFile } from '#api/platform/files/stored-files.ts'
import { fail, failField } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

/** Logos are stored as `<domain id>/hc-logos/<name>`; `users.hc_logo` has the name. */
export const LOGO_FOLDER = 'hc-logos'

/** Pixels along the longer side. */
const MAX_SIDE = 512

/** Draws the picture again as PNG and stores it. Returns the name of the file, which is still unused. */
export async function storeLogo(transact: RunInTransaction, { files }: Ports, file: File, uploader: string): Promise<string> {
  const bytes = await drawPicture(file, { uploader, field: 'file', maxSide: MAX_SIDE, format: 'png' })
  const key = await storeFile(transact, files, { folder: LOGO_FOLDER, extension: 'png', bytes })
  return key.slice(key.lastIndexOf('/') + 1)
}

/**
 * The id of the active center for the logo: the requested one, by default the viewer itself. Called before the file is read, so
 * that a refused request reads no file.
 */
export async function getLogoCenter(db: Db, viewer: Viewer, requestedId: number | undefined): Promise<number> {
  const id = requestedId ?? (viewer.role === 'harvest_center' ? viewer.id : failField('user_id', 'Choose a harvest center.'))
  const isCenter = { id, subscription: membershipIds.harvest_center, active: true }
  return (await db.findRow('users', ['id'], isCenter, usersSeenBy(viewer)))?.id ?? fail('not_found')
}

/** Null removes the logo. The version stays, so an open edit of the account does not conflict. */
export async function setLogo(db: Db, centerId: number, name: string | null): Promise<void> {
  const center = (await db.lockRow('users', { id: centerId, active: true })) ?? fail('not_found')
  if (center.hc_logo === name) return
  const keyOf = (logo: string) => `${db.domainId}/${LOGO_FOLDER}/${logo}`
  await db.updateRows('users', { id: centerId }, { hc_logo: name })
  if (name !== null) await attachFile(db, keyOf(name))
  if (center.hc_logo !== null) await detachFile(db, keyOf(center.hc_logo))
  audit(db, {
    type: 'account.logo_changed',
    subject: centerId,
    before: { hc_logo: center.hc_logo },
    after: { hc_logo: name },
  })
}
