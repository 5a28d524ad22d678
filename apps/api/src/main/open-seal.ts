/**
 * The seal of documents: the certificate of SIGNING_P12, or one that the portal makes itself and keeps encrypted in the
 * database, where every process finds it.
 */
import { readFile } from 'node:fs/promises'
import type pg from 'pg'
import { withClient } from '#api/db/connection/with-client.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'
import { StartFailure, systemCode } from '#api/platform/kernel/start-failure.ts'
import { makeSealPem, readP12, readSealPem, type SealCertificate, type SealKey } from '#api/platform/pdf/seal/seal-certificate.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Of the certificate in the database. */
const PLACE = 'signing_certificate'
const sealCipher = (secretKey: string) => createSecretCipher(secretKey, 'document seal')
/** A certificate that the portal made is replaced this many days before its end. Sealed files keep the old one in them. */
const RENEW_DAYS = 60
/** Days before the end of the certificate at which the log has a warning, and on each day after the last one. */
const WARN_DAYS = [60, 30, 7]

const dayOf = (date: Date) => date.toISOString().slice(0, 10)
const daysLeft = ({ validTo }: SealCertificate, now: Date) => Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)

function assertValid({ validFrom, validTo }: SealCertificate, now: Date): void {
  if (validTo < now)
    throw new StartFailure(`The certificate of SIGNING_P12 has expired on ${dayOf(validTo)}. Set it to a new one.`)
  if (validFrom > now) throw new StartFailure(`The certificate of SIGNING_P12 is not valid before ${dayOf(validFrom)}.`)
}

/** Reads SIGNING_P12; undefined if it is not set. Throws StartFailure. */
export async function readSealFile(
  { sealFile }: Pick<Configuration, 'sealFile'>,
  now = new Date(),
): Promise<SealKey | undefined> {
  if (!sealFile) return undefined
  const bytes = await readFile(sealFile.path).catch((cause) => {
    throw new StartFailure(`SIGNING_P12 cannot be read: ${sealFile.path} (${systemCode(cause)}).`, { cause })
  })
  const key = await readP12(bytes, sealFile.password).catch((cause) => {
    throw new StartFailure(
      'SIGNING_P12 cannot be used: it is not a PKCS #12 file with a certificate and its key, or SIGNING_P12_PASSWORD is wrong.',
      { cause },
    )
  })
  assertValid(key.certificate, now)
  return key
}

/** Locks the table, so that two starting processes make one certificate. */
async function findOrReplace(client: pg.ClientBase, choose: (stored: Buffer | undefined) => Promise<Buffer>): Promise<Buffer> {
  await client.query('begin')
  await client.query('lock table signing_certificate in exclusive mode')
  const [row] = (await client.query<{ sealed: Buffer }>('select sealed from signing_certificate')).rows
  const sealed = await choose(row?.sealed)
  await client.query(
    `insert into signing_certificate (sealed) values ($1)
     on conflict (id) do update set sealed = excluded.sealed, created_at = now()
     where signing_certificate.sealed <> excluded.sealed`,
    [sealed],
  )
  await client.query('commit')
  return sealed
}

/** The certificate in the database; makes it at the first start, and again before it expires. Throws StartFailure. */
export async function ownSealKey(
  workerUrl: string,
  { secretKey, publicUrl }: Pick<Configuration, 'secretKey' | 'publicUrl'>,
  now = new Date(),
): Promise<SealKey> {
  const cipher = sealCipher(secretKey)
  const read = (sealed: Buffer): Promise<SealKey> => {
    const pem = cipher.decrypt(sealed, PLACE)
    if (pem === undefined)
      throw new StartFailure('The certificate that seals documents cannot be read: it was stored with another SECRET_KEY.')
    return readSealPem(pem)
  }
  const choose = async (stored: Buffer | undefined): Promise<Buffer> => {
    if (stored && daysLeft((await read(stored)).certificate, now) > RENEW_DAYS) return stored
    return cipher.encrypt(await makeSealPem(new URL(publicUrl).host, now), PLACE)
  }
  return read(await withClient(workerUrl, (client) => findOrReplace(client, choose)))
}

/**
 * Encrypts the certificate in the database with the new key. One that cannot be read is deleted: the next start makes a new one, and
 * sealed files keep the old one in them.
 */
export async function reencryptSealKey(client: pg.ClientBase, oldKey: string | undefined, newKey: string): Promise<void> {
  const [row] = (await client.query<{ sealed: Buffer }>('select sealed from signing_certificate for update')).rows
  const pem = row && oldKey !== undefined ? sealCipher(oldKey).decrypt(row.sealed, PLACE) : undefined
  if (pem === undefined) await client.query('delete from signing_certificate')
  else await client.query('update signing_certificate set sealed = $1', [sealCipher(newKey).encrypt(pem, PLACE)])
}

/** A sentence for the log, at a start or on a later day; undefined while there is nothing to say. */
export function expiryWarning(certificate: SealCertificate, now: Date, { atStart }: { atStart: boolean }): string | undefined {
  const days = daysLeft(certificate, now)
  const [first = 0, last = 0] = [WARN_DAYS[0], WARN_DAYS.at(-1)]
  const isDue = atStart ? days <= first : WARN_DAYS.includes(days) || days <= last
  if (!isDue) return undefined
  if (days < 0)
    return `The certificate that seals documents has expired on ${dayOf(certificate.validTo)}: no document can be completed.`
  const remedy = certificate.isSelfMade ? 'Start the portal again to renew it' : 'Set SIGNING_P12 to a new one'
  return `The certificate that seals documents expires in ${days} days, on ${dayOf(certificate.validTo)}. ${remedy}.`
}

/** Warns at the start and once a day. Returns how to stop. */
export function watchExpiry(certificate: SealCertificate, warn: (sentence: string) => void): () => void {
  const check = (atStart: boolean) => {
    const warning = expiryWarning(certificate, new Date(), { atStart })
    if (warning !== undefined) warn(warning)
  }
  check(true)
  const timer = setInterval(() => check(false), DAY_MS)
  timer.unref()
  return () => clearInterval(timer)
}
