/** The switch of commissions, as it is now. */
import type { CommissionSettings } from '@vialdesk/contract/commissions'
import type { Db } from '#api/db/db.ts'

/** Commissions are on until an admin turns them off. Without a rate nobody earns any. */
const DEFAULT_SETTINGS: CommissionSettings = { enabled: true, flat_only_products: [] }

export async function findSettings(db: Db): Promise<CommissionSettings> {
  const newest = await db
    .selectFrom('commission_settings')
    .select(['enabled', 'flat_only_products'])
    .where('domain_id', '=', db.domainId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest ?? DEFAULT_SETTINGS
}
