/** Checks of everything outside the database: files, disks, mail server, names in DNS, the certificate of the seal. */
import { existsSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import type pg from 'pg'
import { systemDns } from '#api/adapters/dns/system.ts'
import { inDomain } from '#api/db/transaction.ts'
import { findRecords } from '#api/features/email/records/records.queries.ts'
import { checkRecords } from '#api/features/email/records/verify-records.commands.ts'
import { connectAdapters } from '#api/main/connect-adapters.ts'
import { expiryWarning, readSealFile } from '#api/main/open-seal.ts'
import { readDisk } from '#api/main/read-figures.ts'
import { findDomainById } from '#api/platform/access/domains.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { newFileKey } from '#api/platform/ports/files.ts'
import { error, type Finding, ok, orOk, warning } from './finding.ts'

const isFolder = (filesUrl: string) => !filesUrl.startsWith('s3://')
const reasonOf = (cause: unknown): string => {
  const inner = cause instanceof Error && cause.cause instanceof Error ? cause.cause : cause
  return inner instanceof Error ? ((inner as NodeJS.ErrnoException).code ?? inner.name) : 'unknown'
}

/** Writes a file of a few bytes, reads and deletes it. */
export async function checkFiles(configuration: Configuration): Promise<Finding[]> {
  const { filesUrl } = configuration
  const remedy = 'Look at FILES_URL, and at the rights of the portal there.'
  if (isFolder(filesUrl) && !existsSync(filesUrl))
    return [error('files', 'The folder of files does not exist.', 'Mount it, or set FILES_URL to another one.')]
  const key = newFileKey(1, 'doctor', 'txt')
  let step = 'opened'
  try {
    const { files } = await connectAdapters({ ...configuration, smtpUrl: undefined })
    step = 'written'
    await files.put(key, Buffer.from(key), { type: 'text/plain', maxBytes: 200 })
    step = 'read'
    const isSame = (await text((await files.open(key)).stream)) === key
    step = 'deleted'
    await files.delete(key)
    if (!isSame || (await files.exists(key))) throw new Error('another content')
    return [ok('files', 'A file was written, read and deleted.')]
  } catch (cause) {
    return [error('files', `A file could not be ${step} (${reasonOf(cause)}).`, remedy)]
  }
}

/** Parts of the whole disk. */
const FREE = { warning: 0.15, error: 0.05 }

export async function checkDisks({ dataDir, filesUrl }: Configuration, read = readDisk): Promise<Finding[]> {
  const folders = { 'data folder': dataDir, ...(isFolder(filesUrl) && { 'folder of files': filesUrl }) }
  const found = await Promise.all(
    Object.entries(folders).map(async ([name, folder]) => {
      const disk = await read(folder)
      if (!disk) return undefined
      const part = disk.free / disk.size
      const sentence = `The disk of the ${name} has ${Math.floor(part * 100)} % left.`
      const remedy = 'Free space, or make the disk larger.'
      if (part < FREE.error) return error('disk', sentence, remedy)
      return part < FREE.warning ? warning('disk', sentence, remedy) : undefined
    }),
  )
  return orOk('disk', found, 'The disks have enough free space.')
}

/** Logs in and sends nothing. */
export async function checkMail({ smtpUrl, mode }: Configuration): Promise<Finding[]> {
  const check = 'mail server'
  if (smtpUrl === undefined) {
    const sentence = 'No mail leaves: SMTP_URL is not set.'
    return [mode === 'production' ? error(check, sentence, 'Set SMTP_URL.') : ok(check, sentence)]
  }
  const { verifySmtp } = await import('#api/adapters/mail/smtp.ts')
  const reason = await verifySmtp(smtpUrl)
  if (reason === undefined) return [ok(check, 'The mail server accepts the log-in.')]
  return [error(check, `The mail server cannot be used: ${reason}.`, 'Look at SMTP_URL, and at the certificate of the server.')]
}

interface DomainRow {
  id: number
  identifier: string
  demo: boolean
}

async function checkDomain(worker: pg.Pool, { dns: options, mailServer }: Configuration, { id, identifier }: DomainRow) {
  const check = `domain ${identifier}`
  const dns = systemDns(options)
  const domain = await findDomainById(worker, id)
  const records = await checkRecords(dns, await inDomain(worker, id, (db) => findRecords(db, domain, mailServer)))
  const hasAddress = !domain.host || (await dns.addresses(domain.host)).length > 0
  return orOk(
    check,
    [
      !hasAddress &&
        error(check, `The host ${domain.host} has no address in DNS.`, 'Add an A or AAAA record that leads to the proxy.'),
      ...records
        .filter(({ valid }) => valid !== true)
        .map(({ purpose, name, problem }) =>
          warning(
            check,
            `The DNS record for ${purpose} at ${name} is not right. ${problem}`.trim(),
            'White Label Settings, Email, has the right value.',
          ),
        ),
    ],
    'Its host and its mail records are right.',
  )
}

export async function checkDomains(worker: pg.Pool, configuration: Configuration): Promise<Finding[]> {
  const { rows } = await worker.query<DomainRow>('select id, identifier, demo from domains where not demo order by id')
  const found: Finding[] = []
  for (const row of rows) {
    const findings = await checkDomain(worker, configuration, row).catch((cause) => [
      warning(
        `domain ${row.identifier}`,
        `Its names could not be looked up: ${(cause as Error).message}`,
        'Look at DNS_SERVER and at the network.',
      ),
    ])
    found.push(...findings)
  }
  return found
}

/** The portal renews its own certificate at a start. */
export async function checkSeal(configuration: Configuration, now = new Date()): Promise<Finding[]> {
  const key = await readSealFile(configuration, now)
  if (!key) return [ok('seal', 'Documents are sealed with a certificate of the portal itself.')]
  const sentence = expiryWarning(key.certificate, now, { atStart: true })
  if (sentence === undefined) return [ok('seal', 'The certificate that seals documents is valid for long.')]
  return [warning('seal', sentence, 'Order a new certificate, and set SIGNING_P12.')]
}
