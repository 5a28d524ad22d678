/** The account of a domain at Authorize.Net. Its secret keys are encrypted in the database. */
import type { GatewayEnvironment, GatewayName } from '@vialdesk/contract/payments'
import type { AuthorizenetAccount } from '#api/adapters/payments/authorizenet/account.ts'
import type { Db } from '#api/db/db.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'

/** The columns with secrets. */
export const secretColumns = ['transaction_key', 'signature_key'] as const
export type SecretColumn = (typeof secretColumns)[number]

/** The place to which an encrypted secret is bound. */
export const secretPlace = (domainId: number, column: SecretColumn) => `${domainId}:${column}`

export const settingsCipher = (secretKey: string) => createSecretCipher(secretKey, 'payment settings')

export interface SettingsRow {
  gateway: GatewayName
  environment: GatewayEnvironment
  api_login_id: string
  client_key: string
  transaction_key: Buffer | null
  signature_key: Buffer | null
}

const SELECT = `
  select gateway, environment, api_login_id, client_key, transaction_key, signature_key
  from payment_settings
  where domain_id = $1`

const withoutRow: SettingsRow = {
  ...{ gateway: 'embedded', environment: 'sandbox', api_login_id: '', client_key: '' },
  ...{ transaction_key: null, signature_key: null },
}

export async function findSettings(db: Db, options: { lock?: boolean } = {}): Promise<SettingsRow> {
  const [row] = await db.rows<SettingsRow>(options.lock ? `${SELECT} for update` : SELECT, [db.domainId])
  return row ?? withoutRow
}

/** Undefined without a secret, and for one that was encrypted with another SECRET_KEY. */
export function readSecret(row: SettingsRow, secretKey: string, domainId: number, column: SecretColumn): string | undefined {
  const sealed = row[column]
  return sealed ? settingsCipher(secretKey).decrypt(sealed, secretPlace(domainId, column)) : undefined
}

/** The account stays while the domain uses another gateway: earlier payments are still looked up and refunded there. */
export async function findGatewayAccount(db: Db, secretKey: string): Promise<AuthorizenetAccount | undefined> {
  const row = await findSettings(db)
  const transactionKey = readSecret(row, secretKey, db.domainId, 'transaction_key')
  const signatureKey = readSecret(row, secretKey, db.domainId, 'signature_key')
  const { environment, api_login_id: apiLoginId, client_key: clientKey } = row
  if (apiLoginId === '' || transactionKey === undefined) return undefined
  return { environment, apiLoginId, clientKey, transactionKey, ...(signatureKey !== undefined && { signatureKey }) }
}
