/** Lists of sales for the admin and for parties. */
import type { Role } from '@vialdesk/contract/base/roles'
import type { PartyTransaction, TransactionFilter, TransactionRow } from '@vialdesk/contract/money/transactions'
import type { Db } from '#api/db/db.ts'
import type { Page } from '#api/db/paging.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import type { SaleFilter, SalesOf } from './sale-filters.queries.ts'
import { findPartySales, findSales } from './transaction-rows.queries.ts'
import { isShown, type SaleRelation } from './transactions.policy.ts'

export const listTransactions: (db: Db, filter: TransactionFilter) => Promise<Page<TransactionRow>> = findSales

/** `relation` is that of the reader to all listed sales. */
export const listPartyTransactions = (db: Db, filter: SaleFilter, relation: SaleRelation): Promise<Page<PartyTransaction>> =>
  findPartySales(db, searchedBy(filter, relation), relation)

/** A reader who may not see the person cannot search for it either. */
function searchedBy<Filter extends SalesOf>({ search, ...filter }: Filter, relation: SaleRelation) {
  return { ...filter, [isShown(relation, 'person') ? 'search' : 'public_words']: search }
}

/** How each role finds its own sales. The sales line is the one that the sale keeps, so a manager's list has no sales from before. */
const ownSales: Partial<Record<Role, { key: keyof SaleFilter; relation: SaleRelation }>> = {
  sales_rep: { key: 'sales_rep_id', relation: 'sales_line' },
  sales_manager: { key: 'sales_manager_id', relation: 'sales_line' },
  sales_distributor: { key: 'sales_distributor_id', relation: 'sales_line' },
  harvest_center: { key: 'harvest_center_id', relation: 'buyer' },
  referral_harvest_center: { key: 'referral_harvest_center_id', relation: 'buyer' },
  patient: { key: 'patient_id', relation: 'patient' },
}
const ownSalesOf = (role: Role | undefined) => (role && ownSales[role]) ?? fail('not_found')

/** The sales of `owner`, as the viewer (the owner or an admin) sees them. */
export function listOwnSales(db: Db, filter: SaleFilter, owner: Viewer, viewer: Viewer): Promise<Page<PartyTransaction>> {
  const { key, relation } = ownSalesOf(owner.role)
  return listPartyTransactions(db, { ...filter, [key]: owner.id }, viewer.role === 'admin' ? 'admin' : relation)
}

/** The filter for all sales that the viewer may list: whatever it names, it leaves only the viewer's own sales. */
export function ownFilter(filter: SalesOf, { id, role }: Viewer): { filter: SalesOf; relation: SaleRelation } {
  if (role === 'admin') return { filter, relation: 'admin' }
  const { key, relation } = ownSalesOf(role)
  return { filter: searchedBy({ ...filter, [key]: id }, relation), relation }
}

/** True for an inactive user too, whose sales stay visible. */
export async function hasMembership(db: Db, id: number, membership: number): Promise<boolean> {
  const found = await db.findRow('users', ['id'], { id, subscription: membership })
  return found !== undefined
}
