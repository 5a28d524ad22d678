/** The logo of a domain, for documents. */
import { buffer } from 'node:stream/consumers'
import { FileMissing, type FileStore } from '#api/adapters/files/port.ts'
import type { Domain } from '#api/platform/access/domains.ts'

/** PNG. Undefined without a logo, or if the logo is a drawing (SVG), which documents cannot show. */
export async function readLogo(files: Pick<FileStore, 'open'>, { logo }: Pick<Domain, 'logo'>): Promise<Buffer | undefined> {
  if (!logo?.endsWith('.png')) return undefined
  try {
    return await buffer((await files.open(logo)).stream)
  } catch (error) {
    // A lost picture does not stop a document.
    if (error instanceof FileMissing) return undefined
    throw error
  }
}
