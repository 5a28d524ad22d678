/** Lists of sales: whose, and for whose eyes. */
import type { PartyTransaction, TransactionFilter, TransactionRow } from '@vialdesk/contract/transactions'
import type { Db } from '#api/db/db.ts'
import type { Page } from '#api/db/paging.ts'
import type { SaleFilter } from './pages.queries.ts'
import { adminRow, findSales, partyRow } from './rows.queries.ts'

export async function listTransactions(db: Db, filter: TransactionFilter): Promise<Page<TransactionRow>> {
  const { count, results } = await findSales(db, filter)
  return { count, results: results.map(adminRow) }
}

/** Without `persons` no word of the search finds a patient either. */
export async function listPartyTransactions(db: Db, filter: SaleFilter, persons: boolean): Promise<Page<PartyTransaction>> {
  const { search, ...rest } = filter
  const { count, results } = await findSales(db, persons ? filter : { ...rest, public_words: search })
  return { count, results: results.map((row) => partyRow(row, persons)) }
}

/** Whether there is such a user of that membership, active or not: its sales stay. */
export async function isUserOf(db: Db, id: number, membership: number): Promise<boolean> {
  const found = await db
    .selectFrom('users')
    .select('id')
    .where('domain_id', '=', db.domainId)
    .where('id', '=', id)
    .where('subscription', '=', membership)
    .executeTakeFirst()
  return found !== undefined
}
