/** The keys that sign the mails of a domain (DKIM, RFC 6376). A private key is encrypted in the database. */
import { generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '#api/db/db.ts'
import { columnCipher } from '#api/platform/crypto/sealed-columns.ts'
import type { MailSignature } from '#api/platform/ports/mail.ts'

export interface SigningKey {
  id: number
  selector: string
  /** Base64, as in the DNS record. */
  public_key: string
  /** The mail domain in whose DNS the record was found. */
  found_in: string | null
}

/** Bits. A longer key does not fit into one DNS answer of 512 bytes. */
const MODULUS_BITS = 2048

const cipherOf = (secretKey: string) => columnCipher('mail_keys', secretKey)

/** The private key is PEM. Takes about 100 ms of another thread, so call it outside of transactions. */
export async function generateSigningKey() {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: MODULUS_BITS,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  return { publicKey: publicKey.toString('base64'), privateKey }
}
export type KeyPair = Awaited<ReturnType<typeof generateSigningKey>>

/** The newest first. */
export function findSigningKeys(db: Db): Promise<SigningKey[]> {
  return db
    .selectFrom('mail_keys')
    .select(['id', 'selector', 'public_key', 'found_in'])
    .where('domain_id', '=', db.domainId)
    .orderBy('id', 'desc')
    .execute()
}

/** Stores a new key. It replaces the keys whose records are not found. A found key stays until the new one is found. */
export async function insertSigningKey(db: Db, secretKey: string, { publicKey, privateKey }: KeyPair): Promise<string> {
  const selector = `v${randomBytes(5).toString('hex')}`
  await db.deleteRows('mail_keys', { found_in: null })
  const private_key = cipherOf(secretKey).encrypt(privateKey, db.domainId, selector)
  await db.insertRow('mail_keys', { selector, public_key: publicKey, private_key })
  return selector
}

/** Signs only with a key whose record was found in the DNS of the mail domain. Undefined without one, and for a key that was encrypted with another SECRET_KEY. */
export async function findSignature(db: Db, secretKey: string, mailDomain: string): Promise<MailSignature | undefined> {
  const [key] = await db.rows<{ selector: string; private_key: Buffer }>(
    'select selector, private_key from mail_keys where domain_id = $1 and found_in = $2 order by id desc limit 1',
    [db.domainId, mailDomain],
  )
  if (!key) return undefined
  const { selector, private_key } = key
  const privateKey = cipherOf(secretKey).decrypt(private_key, db.domainId, selector)
  return privateKey === undefined ? undefined : { domain: mailDomain, selector, privateKey }
}
