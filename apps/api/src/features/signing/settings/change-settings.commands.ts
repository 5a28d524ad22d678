import type { SigningSettingsEdit } from '@vialdesk/contract/signing'
import type { Db } from '#api/db/db.ts'
import { signingSettings } from '#api/features/templates/signing-account.queries.ts'
import type { Ports } from '#api/platform/ports/ports.ts'

/** Documents that the provider has and that are not signed yet. They can be reached with the present account only. */
const PENDING = `
  select 1
  from documents
  where domain_id = $1 and provider = $2 and provider_ref is not null and status = 'Pending'
  limit 1`

async function whyNeeded(db: Db, provider: string, label: string): Promise<string | undefined> {
  const pending = await db.rows(PENDING, [db.domainId, provider])
  return pending.length > 0 ? `Documents at ${label} still wait for signatures. Change this when they are done.` : undefined
}

export const changeSettings = (db: Db, { signing, secretKey }: Pick<Ports, 'signing' | 'secretKey'>, edit: SigningSettingsEdit) =>
  signingSettings.change(db, { secretKey, providers: signing, whyNeeded }, edit)
