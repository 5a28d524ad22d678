/** Adds a commission rate. Rates are never changed: a new one replaces the old one from its first day on. */

import { toCents } from '@vialdesk/contract/base/primitives'
import type { CommissionRate, CommissionRateInput, CommissionSettings } from '@vialdesk/contract/money/commissions'
import type { Db } from '#api/db/db.ts'
import { findToday } from '#api/db/today.ts'
import { lockRates } from '#api/features/commissions/ledger/settle-commissions.commands.ts'
import { audit, changesBetween } from '#api/platform/audit/audit.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import { findSettings, getRate } from './rates.queries.ts'

async function validateRate(
  db: Db,
  { membership, user_id, product_id, percent, valid_from }: CommissionRateInput,
): Promise<void> {
  const today = await findToday(db)
  if (valid_from < today) failField('valid_from', 'Enter today or a later day. Past sales keep their rate.')
  if (user_id !== null) {
    const person = await db.findRow('users', ['id'], { id: user_id, subscription: membership, active: true })
    if (!person) failField('user_id', 'Choose an active person with this membership.')
  }
  if (product_id === null) return
  const product = await db.findRow('products', ['id'], { id: product_id })
  if (!product) failField('product_id', 'Choose a product from the list.')
  const { flat_only_products } = await findSettings(db)
  if (percent !== null && flat_only_products.includes(product_id)) {
    failField('percent', 'Percentages of this product are turned off. Enter an amount for each sale.')
  }
}

export async function addRate(db: Db, input: CommissionRateInput): Promise<CommissionRate> {
  await lockRates(db)
  await validateRate(db, input)
  const { membership, user_id, product_id, percent, flat, valid_from } = input
  const { id } = await db.insertWithId('commission_rates', {
    ...{ membership, user_id, product_id, valid_from },
    basis_points: percent === null ? null : Math.round(percent * 100),
    flat_cents: flat === null ? null : toCents(flat),
    created_by: db.auditActor.actor?.id ?? null,
  })
  audit(db, {
    type: 'commission.rate_added',
    ...(user_id !== null && { subject: user_id }),
    after: { rate: id, ...input },
  })
  return getRate(db, id)
}

async function validateProducts(db: Db, ids: readonly number[]): Promise<void> {
  const found = await db.findRows('products', ['id'], { id: ids })
  if (found.length < ids.length) failField('flat_only_products', 'Choose products from the list.')
}

/** Turns commissions, or percentages of products, on and off. It applies to sales that follow. */
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
