import type { SigningConnection } from '@vialdesk/contract/signing'
import type { RunInTransaction } from '#api/db/transaction.ts'
import { signingSettings } from '#api/features/templates/signing-account.queries.ts'
import type { Ports } from '#api/platform/ports/ports.ts'
import type { ConnectionTest } from '#api/platform/ports/provider.ts'
import { SigningRefused, SigningUnavailable } from '#api/platform/ports/signing.ts'
import { nameWithAccount, withEntered } from '#api/platform/providers/provider-settings.ts'

function messageOf({ retryAfterSeconds }: SigningUnavailable, label: string): string {
  if (retryAfterSeconds === undefined) return `${label} cannot be reached now. Try again later.`
  return `${label} accepts no more requests now. Try again in ${Math.max(1, Math.ceil(retryAfterSeconds / 60))} min.`
}

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
    if (error instanceof SigningRefused) return { success: false, message: error.message }
    if (error instanceof SigningUnavailable) return { success: false, message: messageOf(error, label) }
    throw error
  }
}
