/** The links and files of an asset. A file is attached and detached in the transaction of its asset. */
import { type AssetFileType, type AttachmentInput, assetFileTypes } from '@vialdesk/contract/documents/resources'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { attachFile, detachFile, storeFile } from '#api/platform/files/stored-files.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

const GONE = 'This attachment no longer exists. Close the form and open it again.'
const FILE_GONE = 'This file is no longer stored. Upload it again.'
const FILE_IN_USE = 'This file belongs to another asset. Upload it again.'

/** Most attachments of one asset, as in the contract. */
const MOST = 50

interface Saved {
  id: number
  type: number
  file_name: string | null
}

const ofAsset = (db: Db, assetId: number): Promise<Saved[]> =>
  db.rows<Saved>(
    'select id, type, file_name from asset_attachments where domain_id = $1 and asset_id = $2 order by position, id',
    [db.domainId, assetId],
  )

/** Saves the given attachments in their order. Attachments that are not named stay behind them. */
export async function saveAttachments(db: Db, assetId: number, given: AttachmentInput[]): Promise<void> {
  const saved = await ofAsset(db, assetId)
  const byId = new Map(saved.map((each) => [each.id, each]))
  const named = new Set(given.map(({ id }) => id))
  const others = saved.filter(({ id }) => !named.has(id))
  if (given.length + others.length > MOST) failField('assets', `An asset can have up to ${MOST} links and files.`)
  for (const [index, input] of given.entries()) {
    const before = input.id === undefined ? undefined : byId.get(input.id)
    if (input.id !== undefined && before?.type !== input.type) failField(`assets.${index}.path`, GONE)
    await saveAttachment(db, assetId, index, input, before)
  }
  for (const [index, { id }] of others.entries()) await setRow(db, id, { position: given.length + index })
}

async function saveAttachment(db: Db, assetId: number, index: number, input: AttachmentInput, before: Saved | undefined) {
  const { type, name, path } = input
  const isFile = type === 2
  const values = { position: index, name, url: isFile ? null : path, file_name: isFile ? path : null }
  if (isFile && before?.file_name !== path) await takeFile(db, path, `assets.${index}.path`)
  if (before) await setRow(db, before.id, values)
  else {
    await db.insertRow('asset_attachments', { asset_id: assetId, type, ...values })
  }
  if (before?.file_name && before.file_name !== path) await detachFile(db, assetFileKey(db.domainId, before.file_name))
}

const setRow = (
  db: Db,
  id: number,
  values: { position: number; name?: string; url?: string | null; file_name?: string | null },
) => db.updateRows('asset_attachments', { id }, values)

/** Takes an uploaded file for one attachment. */
async function takeFile(db: Db, name: string, field: string): Promise<void> {
  if (!(await db.findRow('asset_files', ['name'], { name }))) failField(field, FILE_GONE)
  // Locks the file, so that the next question sees every other attachment.
  await attachFile(db, assetFileKey(db.domainId, name), field)
  const owner = await db.findRow('asset_attachments', ['id'], { file_name: name })
  if (owner) failField(field, FILE_IN_USE)
}

/** Ids of other assets are ignored: they may have been removed by another admin. */
export async function removeAttachments(db: Db, assetId: number, ids: number[]): Promise<void> {
  const removed = await db.rows<{ file_name: string | null }>(
    'delete from asset_attachments where domain_id = $1 and asset_id = $2 and id = any($3) returning file_name',
    [db.domainId, assetId, ids],
  )
  for (const { file_name } of removed) if (file_name) await detachFile(db, assetFileKey(db.domainId, file_name))
}

const ASSET_FILES = 'assets'

/** The key in the file store. */
export const assetFileKey = (domainId: number, name: string) => `${domainId}/${ASSET_FILES}/${name}`

/**
 * Stores an uploaded file of an asset, and returns the name by which an attachment refers to it. No asset refers to it yet; a file that stays
 * unused for a day is deleted.
 */
export async function storeAssetFile(
  transact: RunInTransaction,
  { files }: Pick<Ports, 'files'>,
  bytes: Buffer,
  type: AssetFileType,
): Promise<string> {
  const key = await storeFile(transact, files, { folder: ASSET_FILES, extension: assetFileTypes[type].extension, type, bytes })
  return transact(async (db) => {
    const name = key.slice(assetFileKey(db.domainId, '').length)
    await db.insertRow('asset_files', { name, size: bytes.length, media_type: type })
    return name
  })
}
