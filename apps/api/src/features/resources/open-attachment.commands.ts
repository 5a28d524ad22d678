/** Opens an attachment: counts the view, and makes the link. */
import { assetFilePath } from '@vialdesk/contract/documents/resources'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import { type Actor, isAdminActing } from '#api/platform/access/actor.ts'
import { fileLink } from '#api/platform/http/files/signed-files.ts'
import { getAttachment } from './resources.queries.ts'

/** The URL of a link, or a link to the file that works for some minutes. */
export async function openAttachment(db: Db, secretKey: string, actor: Actor, id: number): Promise<string> {
  const { url, file_name } = await getAttachment(db, actor, ['id', id])
  await countView(db, actor, id)
  if (file_name === null) return url as string
  // Staff in a center see the files of the center, and may not see them as themselves.
  const reader = actor.kind === 'staff' ? { id: actor.id, impersonatorId: null } : actor
  return fileLink(secretKey, db.domainId, reader, assetFilePath(file_name))
}

/** Admins are not counted: they check what users see, also in the account of a user. */
export async function countView(db: Db, actor: Actor, id: number): Promise<void> {
  if (isAdminActing(actor)) return
  await db.updateRows('asset_attachments', { id }, { views: sql`views + 1` })
}
