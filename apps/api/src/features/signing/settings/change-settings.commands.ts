import type { SigningConnection, SigningSettingsEdit } from '@vialdesk/contract/documents/signing'
import { sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { signingSettings } from '#api/features/templates/usable-templates.queries.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { ConnectionTest } from '#api/platform/ports/provider.ts'
import { SigningBusy, SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { nameWithAccount, withEntered } from '#api/platform/providers/provider-settings.ts'

/** Documents that the provider has and that are not signed yet. They can be reached with the present account only. */
async function whyNeeded(db: Db, provider: string, label: string): Promise<string | undefined> {
  const isKnown = sql<boolean>`provider_ref is not null`
  const pending = await db.findRow('documents', ['id'], { provider, status: 'Pending' }, isKnown)
  return pending ? `Documents at ${label} still wait for signatures. Change this when they are done.` : undefined
}

export const changeSettings = (db: Db, { signing, secretKey }: Pick<Ports, 'signing' | 'secretKey'>, edit: SigningSettingsEdit) =>
  signingSettings.change(db, { secretKey, providers: signing, whyNeeded }, edit)

export async function testConnection(
  { signing, secretKey }: Ports,
  transact: RunInTransaction,
  { provider, ...entered }: SigningConnection,
): Promise<ConnectionTest> {
  const { domainId, stored } = await transact(async (db) => ({
    domainId: db.domainId,
    stored: await signingSettings.read(db, secretKey),
  }))
  const tried = signing[nameWithAccount(signing, provider ?? stored.provider)]
  const label = tried.account?.label ?? ''
  try {
    await tried.testConnection({ domainId, settings: withEntered(stored, entered) })
    return { success: true, message: `${label} accepted the key.` }
  } catch (error) {
    if (error instanceof SigningRefused || error instanceof SigningBusy) return { success: false, message: error.message }
    if (!(error instanceof SigningUnavailable)) throw error
    return { success: false, message: `${label} cannot be reached now. Try again later.` }
  }
}
