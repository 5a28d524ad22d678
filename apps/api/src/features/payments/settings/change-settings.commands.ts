import type { PaymentSettingsEdit } from '@vialdesk/contract/payments'
import type { Db } from '#api/db/db.ts'
import { type AuditActor, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/http/errors/fail.ts'
import {
  findSettings,
  readSecret,
  type SecretColumn,
  type SettingsRow,
  secretColumns,
  secretPlace,
  settingsCipher,
} from '../gateway-account.queries.ts'

const STILL_NEEDED = 'Payments at Authorize.Net are still being confirmed. Change this when they are done.'

/** Omitted: the stored secret stays. Blank: it is removed. */
function newSecret(db: Db, secretKey: string, row: SettingsRow, column: SecretColumn, given: string | undefined): Buffer | null {
  if (given === undefined) return row[column]
  return given === '' ? null : settingsCipher(secretKey).encrypt(given, secretPlace(db.domainId, column))
}

/** Payments and refunds whose result only the present account knows. */
async function hasOpenPayments(db: Db): Promise<boolean> {
  const [found] = await db.rows(
    `select 1
     from checkout_attempts a
     where a.domain_id = $1 and a.gateway = 'authorizenet' and a.status in ('sending', 'unknown', 'held', 'review')
     union all
     select 1
     from refunds r
     join transactions t on t.domain_id = r.domain_id and t.id = r.transaction_id
     join checkout_attempts a on a.domain_id = t.domain_id and a.id = t.attempt_id
     where r.domain_id = $1 and a.gateway = 'authorizenet' and r.status in ('sending', 'unknown', 'review')
     limit 1`,
    [db.domainId],
  )
  return found !== undefined
}

const isOtherAccount = (was: SettingsRow, is: SettingsRow) =>
  was.api_login_id !== '' && (was.api_login_id !== is.api_login_id || was.environment !== is.environment)

function validateAccount(db: Db, secretKey: string, is: SettingsRow): void {
  if (is.gateway !== 'authorizenet') return
  if (is.api_login_id === '') failField('api_login_id', 'Enter the API login ID.')
  if (is.client_key === '') failField('client_key', 'Enter the public client key.')
  if (readSecret(is, secretKey, db.domainId, 'transaction_key') === undefined)
    failField('transaction_key', 'Enter the transaction key.')
}

async function validateChange(db: Db, was: SettingsRow, is: SettingsRow): Promise<void> {
  const removesKey = was.transaction_key !== null && is.transaction_key === null
  const isOther = isOtherAccount(was, is)
  if (isOther && !removesKey && is.transaction_key === was.transaction_key)
    failField('transaction_key', 'Enter the transaction key of this account.')
  if (!removesKey && !isOther) return
  if (await hasOpenPayments(db)) failField(removesKey ? 'transaction_key' : 'api_login_id', STILL_NEEDED)
}

/** The ids of customers and saved cards mean nothing to another account. */
const forgetCustomers = (db: Db) =>
  db.deleteFrom('payment_customers').where('domain_id', '=', db.domainId).where('gateway', '=', 'authorizenet').execute()

/** The audit says that a secret was set or removed, and never its value. */
const auditable = ({ transaction_key, signature_key, ...row }: SettingsRow) => ({
  ...row,
  transaction_key: transaction_key === null ? 'none' : 'set',
  signature_key: signature_key === null ? 'none' : 'set',
})

function auditChange(db: Db, auditActor: AuditActor, was: SettingsRow, is: SettingsRow): void {
  const changes = changesBetween(auditable(was), auditable(is))
  const replaced = secretColumns.filter((column) => was[column] !== null && is[column] !== null && was[column] !== is[column])
  if (!changes && replaced.length === 0) return
  audit(db, auditActor, {
    type: 'payments.settings_changed',
    ...(changes?.before && { before: changes.before }),
    after: { ...changes?.after, ...Object.fromEntries(replaced.map((column) => [column, 'replaced'])) },
  })
}

export async function changeSettings(
  db: Db,
  auditActor: AuditActor,
  secretKey: string,
  { transaction_key, signature_key, ...edit }: PaymentSettingsEdit,
): Promise<void> {
  const was = await findSettings(db, { lock: true })
  const is: SettingsRow = {
    gateway: edit.gateway ?? was.gateway,
    environment: edit.environment ?? was.environment,
    api_login_id: edit.api_login_id ?? was.api_login_id,
    client_key: edit.client_key ?? was.client_key,
    transaction_key: newSecret(db, secretKey, was, 'transaction_key', transaction_key),
    signature_key: newSecret(db, secretKey, was, 'signature_key', signature_key),
  }
  validateAccount(db, secretKey, is)
  await validateChange(db, was, is)
  if (isOtherAccount(was, is)) await forgetCustomers(db)
  await db
    .insertInto('payment_settings')
    .values({ domain_id: db.domainId, ...is })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ ...is }))
    .execute()
  auditChange(db, auditActor, was, is)
}

/**
 * Encrypts the domain's secrets with the new key and returns how many. A secret that cannot be decrypted with the old key was lost
 * before and stays unchanged.
 */
export async function reencryptPaymentSecrets(db: Db, oldKey: string, newKey: string): Promise<number> {
  const row = await findSettings(db, { lock: true })
  const secrets = secretColumns.flatMap((column) => {
    const secret = readSecret(row, oldKey, db.domainId, column)
    return secret === undefined ? [] : [[column, settingsCipher(newKey).encrypt(secret, secretPlace(db.domainId, column))]]
  })
  if (secrets.length > 0)
    await db.updateTable('payment_settings').set(Object.fromEntries(secrets)).where('domain_id', '=', db.domainId).execute()
  return secrets.length
}
