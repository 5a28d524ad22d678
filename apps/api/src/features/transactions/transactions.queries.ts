/** Lists of sales for the admin and for parties. */
import type { PartyTransaction, TransactionFilter, TransactionRow } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import type { Page } from '#api/db/paging.ts'
import type { SaleFilter } from './transaction-pages.queries.ts'
import { findPartySales, findSales } from './transaction-rows.queries.ts'
import { type SaleGroup, type SaleRelation, saleGroups } from './transactions.policy.ts'

export const listTransactions: (db: Db, filter: TransactionFilter) => Promise<Page<TransactionRow>> = findSales

/** `relation` is that of the reader to all listed sales. A reader who may not see the person cannot search for it either. */
export async function listPartyTransactions(
  db: Db,
  { search, ...filter }: SaleFilter,
  relation: SaleRelation,
): Promise<Page<PartyTransaction>> {
  const groups: readonly SaleGroup[] = saleGroups[relation]
  return findPartySales(db, { ...filter, [groups.includes('person') ? 'search' : 'public_words']: search }, relation)
}

/** True for an inactive user too, whose sales stay visible. */
export async function hasMembership(db: Db, id: number, membership: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('subscription', '=', membership)
    .executeTakeFirst()
  return found !== undefined
}
