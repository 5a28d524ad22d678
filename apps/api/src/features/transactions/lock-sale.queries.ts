/** Locks a sale. An edit, a refund and a shipment of the same sale run one after the other. */
import type { Db } from '#api/db/db.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export type LockedSale = Awaited<ReturnType<typeof lockSale>>

/** The sale, locked until the transaction ends; not_found if the domain does not have it. */
export async function lockSale(db: Db, id: number) {
  return (await db.lockRow('transactions', { id })) ?? fail('not_found')
}

/** All money was given back, or never taken. */
export const isTakenBack = ({ voided, refunded_cents, charged_cents }: LockedSale) =>
  voided || (refunded_cents > 0 && refunded_cents === charged_cents)
