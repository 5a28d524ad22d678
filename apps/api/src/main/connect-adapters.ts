/** Connects the file store and the mail server from the configuration. Bad settings fail before anything is started. */
import { accessSync, constants } from 'node:fs'
import { embeddedFiles } from '#api/adapters/files/embedded.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { createFolder } from '#api/platform/config/data-folder.ts'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import type { FileStore } from '#api/platform/ports/files.ts'

function filesIn(folder: string): FileStore {
  try {
    createFolder(folder, 0o700)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new StartFailure(
      `Cannot write to the folder ${folder} (${systemCode(error)}). Set FILES_URL to a writable folder or to s3://….`,
      { cause: error },
    )
  }
  return embeddedFiles(folder)
}

/** Puts the variable's name before the message of an adapter. */
function naming<T>(variable: string, open: () => T): T {
  try {
    return open()
  } catch (error) {
    throw new StartFailure(`${variable} cannot be used. ${(error as Error).message}`, { cause: error })
  }
}

/** Clients of external services are large, so they are loaded only if used. Throws StartFailure. */
export async function connectAdapters({ filesUrl, smtpUrl }: Configuration) {
  const [s3, smtp] = await Promise.all([
    filesUrl.startsWith('s3://') ? import('#api/adapters/files/s3.ts') : undefined,
    smtpUrl === undefined ? undefined : import('#api/adapters/mail/smtp.ts'),
  ])
  return {
    files: s3 ? naming('FILES_URL', () => s3.s3Files(filesUrl)) : filesIn(filesUrl),
    /** Undefined: mails stay in the outbox. */
    smtp: smtp && smtpUrl !== undefined ? naming('SMTP_URL', () => smtp.smtpMail(smtpUrl)) : undefined,
  }
}
