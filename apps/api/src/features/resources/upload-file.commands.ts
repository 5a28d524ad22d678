/** Stores an uploaded file of an asset. No asset refers to it yet; a file that stays unused for a day is deleted. */
import { type AssetFileType, assetFileTypes } from '@vialdesk/contract/resources'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { storeFile } from '#api/platform/files/stored-files.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

const ASSET_FILES = 'assets'

/** The key in the file store. */
export const assetFileKey = (domainId: number, name: string) => `${domainId}/${ASSET_FILES}/${name}`

/** Returns the name by which an attachment refers to the file. */
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
