import type { Db } from '#api/db/db.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import type { DemoPorts } from '../context.ts'

const types = { pdf: 'application/pdf', png: 'image/png' }

/** Stores a file that is in use from now on, and returns its key. */
export async function storeFile(
  db: Db,
  { files }: Pick<DemoPorts, 'files'>,
  folder: string,
  extension: keyof typeof types,
  content: Uint8Array,
): Promise<string> {
  const key = newFileKey(db.domainId, folder, extension)
  await files.put(key, Buffer.from(content), { type: types[extension], maxBytes: content.length })
  await db.insertRow('stored_files', { key })
  return key
}
