/** Turns commissions, or percentages of products, on and off. It applies to sales that follow. */
import type { CommissionSettings } from '@vialdesk/contract/commissions'
import type { Db } from '#api/db/db.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { lockRates } from '../ledger/settle-commissions.commands.ts'
import { findSettings } from './settings.queries.ts'

async function validateProducts(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.findRows('products', ['id'], {}, (products) => products('id', '=', products.fn.any(products.val(ids))))
  if (found.length < ids.length) failField('flat_only_products', 'Choose products from the list.')
}

export async function changeSettings(
  db: Db,
  changes: { [Key in keyof CommissionSettings]?: CommissionSettings[Key] | undefined },
): Promise<CommissionSettings> {
  await lockRates(db)
  const was = await findSettings(db)
  const is = {
    enabled: changes.enabled ?? was.enabled,
    flat_only_products: changes.flat_only_products ?? was.flat_only_products,
  }
  const changed = changesBetween(was, is)
  if (!changed) return was
  await validateProducts(db, is.flat_only_products)
  const created_by = db.auditActor.actor?.id ?? null
  await db.insertRow('commission_settings', { ...is, created_by })
  audit(db, { type: 'commission.settings_changed', ...changed })
  return is
}
