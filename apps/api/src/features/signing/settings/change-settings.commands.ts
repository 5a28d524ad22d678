import type { SigningSettingsEdit } from '@vialdesk/contract/signing'
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
} from './signing-settings.queries.ts'

const STILL_NEEDED = 'Documents at BoldSign still wait for signatures. Change this when they are done.'

/** Omitted: the stored secret stays. Blank: it is removed. */
function newSecret(db: Db, secretKey: string, row: SettingsRow, column: SecretColumn, given: string | undefined): Buffer | null {
  if (given === undefined) return row[column]
  return given === '' ? null : settingsCipher(secretKey).encrypt(given, secretPlace(db.domainId, column))
}

/** Documents that BoldSign has and that are not signed yet. They can be reached with the present key and region only. */
async function hasPendingDocuments(db: Db): Promise<boolean> {
  const [found] = await db.rows(
    `select 1 from documents
     where domain_id = $1 and provider = 'boldsign' and provider_ref is not null and status = 'Pending'
     limit 1`,
    [db.domainId],
  )
  return found !== undefined
}

async function validate(db: Db, secretKey: string, was: SettingsRow, is: SettingsRow): Promise<void> {
  if (is.provider === 'boldsign' && readSecret(is, secretKey, db.domainId, 'api_key') === undefined)
    failField('api_key', 'Enter the API key of BoldSign.')
  const removesKey = was.api_key !== null && is.api_key === null
  if (!removesKey && was.region === is.region) return
  if (await hasPendingDocuments(db)) failField(removesKey ? 'api_key' : 'region', STILL_NEEDED)
}

/** The audit says that a secret was set or removed, and never its value. */
const auditable = ({ provider, region, api_key, webhook_secret }: SettingsRow) => ({
  ...{ provider, region },
  api_key: api_key === null ? 'none' : 'set',
  webhook_secret: webhook_secret === null ? 'none' : 'set',
})

export async function changeSettings(
  db: Db,
  auditActor: AuditActor,
  secretKey: string,
  { provider, region, api_key, webhook_secret }: SigningSettingsEdit,
): Promise<void> {
  const was = await findSettings(db, { lock: true })
  const is: SettingsRow = {
    provider: provider ?? was.provider,
    region: region ?? was.region,
    api_key: newSecret(db, secretKey, was, 'api_key', api_key),
    webhook_secret: newSecret(db, secretKey, was, 'webhook_secret', webhook_secret),
  }
  await validate(db, secretKey, was, is)
  await db
    .insertInto('signing_settings')
    .values({ domain_id: db.domainId, ...is })
    .onConflict((conflict) => conflict.column('domain_id').doUpdateSet({ ...is }))
    .execute()
  const changes = changesBetween(auditable(was), auditable(is))
  const replaced = secretColumns.filter((column) => was[column] !== null && is[column] !== null && was[column] !== is[column])
  if (!changes && replaced.length === 0) return
  audit(db, auditActor, {
    type: 'signing.settings_changed',
    ...(changes?.before && { before: changes.before }),
    after: { ...changes?.after, ...Object.fromEntries(replaced.map((column) => [column, 'replaced'])) },
  })
}

/**
 * Encrypts the domain's secrets with the new key and returns how many. A secret that cannot be decrypted with the old key was lost
 * before and stays unchanged.
 */
export async function reencryptSigningSecrets(db: Db, oldKey: string, newKey: string): Promise<number> {
  const row = await findSettings(db, { lock: true })
  const secrets = secretColumns.flatMap((column) => {
    const secret = readSecret(row, oldKey, db.domainId, column)
    return secret === undefined ? [] : [[column, settingsCipher(newKey).encrypt(secret, secretPlace(db.domainId, column))]]
  })
  if (secrets.length > 0)
    await db.updateTable('signing_settings').set(Object.fromEntries(secrets)).where('domain_id', '=', db.domainId).execute()
  return secrets.length
}
