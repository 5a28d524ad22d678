/** All signature providers. A domain chooses one of them. */
import type pg from 'pg'
import type { FileStore } from '#api/platform/ports/files.ts'
import type { SignatureProviders } from '#api/platform/ports/signing.ts'
import { boldsignSigning } from './boldsign.ts'
import { embeddedSigning } from './embedded.ts'

interface Options {
  /** The application role. */
  pool: pg.Pool
  files: FileStore
  publicUrl: string
}

export const signatureProviders = (options: Options): SignatureProviders => ({
  embedded: embeddedSigning(options),
  boldsign: boldsignSigning(),
})
