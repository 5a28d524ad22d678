/**
 * All columns with encrypted secrets of a domain. A secret is bound to the place where it is stored and can be read there only. What stands
 * here is encrypted again for a new SECRET_KEY.
 */
import type { Db } from '#api/db/db.ts'
import { createSecretCipher } from './secret-cipher.ts'

interface SealedTable {
  /** Names the key of the cipher. */
  purpose: string
  columns: readonly string[]
  /** The column that names a row of the domain. Without it, the domain has one row, and the name is that of the column with the secret. */
  key?: string
  /** Never change the text of a place: what was encrypted for it could not be read again. */
  placeOf(domainId: number, name: string | number): string
}

const ofSettings = (domainId: number, column: string | number) => `${domainId}:${column}`

export const sealedTables = {
  two_step_sign_ins: {
    ...{ purpose: 'two-step secrets 1', columns: ['sealed_secret'], key: 'user_id' },
    placeOf: (domainId, userId) => `${domainId}/${userId}`,
  },
  signing_settings: { purpose: 'signing settings', columns: ['api_key', 'webhook_secret'], placeOf: ofSettings },
  payment_settings: { purpose: 'payment settings', columns: ['transaction_key', 'signature_key'], placeOf: ofSettings },
  mail_keys: {
    ...{ purpose: 'mail keys', columns: ['private_key'], key: 'selector' },
    placeOf: (domainId, selector) => `${domainId}:dkim:${selector}`,
  },
  // A rotation moves a secret from one column to the other.
  webhook_endpoints: {
    ...{ purpose: 'webhooks', columns: ['secret', 'previous_secret'], key: 'id' },
    placeOf: (domainId, id) => `${domainId}:${id}`,
  },
  mail_outbox: {
    ...{ purpose: 'links in the mail outbox', columns: ['sealed_secret'], key: 'message_id' },
    placeOf: (domainId, messageId) => `mail_outbox ${domainId} ${messageId}`,
  },
} as const satisfies Record<string, SealedTable>
export type SealedTableName = keyof typeof sealedTables
export type SealedColumn<Table extends SealedTableName> = (typeof sealedTables)[Table]['columns'][number]

/** `name` is that of the row or of the column: see `key`. `decrypt` answers undefined for another key, and for another place. */
export function columnCipher(table: SealedTableName, secretKey: string) {
  const { purpose, placeOf }: SealedTable = sealedTables[table]
  const { encrypt, decrypt } = createSecretCipher(secretKey, purpose)
  return {
    encrypt: (text: string, domainId: number, name: string | number) => encrypt(text, placeOf(domainId, name)),
    decrypt: (sealed: Buffer, domainId: number, name: string | number) => decrypt(sealed, placeOf(domainId, name)),
  }
}

async function reencryptColumn(
  db: Db,
  table: SealedTableName,
  column: string,
  keys: { old: string; new: string },
): Promise<number> {
  const { key }: SealedTable = sealedTables[table]
  const [was, is] = [columnCipher(table, keys.old), columnCipher(table, keys.new)]
  const rows = await db.rows<{ name: string | number; sealed: Buffer }>(
    `select ${key ?? `'${column}'`} as name, ${column} as sealed
     from ${table}
     where domain_id = $1 and ${column} is not null
     for update`,
    [db.domainId],
  )
  let count = 0
  for (const { name, sealed } of rows) {
    const secret = was.decrypt(sealed, db.domainId, name)
    if (secret === undefined) continue
    const text = `update ${table} set ${column} = $2 where domain_id = $1 ${key ? `and ${key} = $3` : ''}`
    await db.rows(text, [db.domainId, is.encrypt(secret, db.domainId, name), ...(key ? [name] : [])])
    count += 1
  }
  return count
}

/**
 * Encrypts the domain's secrets with the new key and returns how many. A secret that cannot be decrypted with the old key was lost
 * before and stays unchanged.
 */
export async function reencryptSecrets(db: Db, oldKey: string, newKey: string): Promise<number> {
  let count = 0
  for (const [table, { columns }] of Object.entries(sealedTables))
    for (const column of columns)
      count += await reencryptColumn(db, table as SealedTableName, column, { old: oldKey, new: newKey })
  return count
}
