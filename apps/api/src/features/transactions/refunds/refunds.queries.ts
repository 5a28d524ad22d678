/** Reads refunds. */
import type { Refund, RefundStatus } from '@vialdesk/contract/money/transaction-changes'
import { type Selectable, sql } from 'kysely'
import type { Db } from '#api/db/db.ts'
import type { Tables } from '#api/db/types.ts'
import { REFUND } from '#api/features/transactions/sale-changes.queries.ts'
import { fail } from '#api/platform/kernel/fail.ts'

export type RefundRow = Omit<Selectable<Tables['refunds']>, 'status' | 'kind'> & {
  status: RefundStatus
  kind: Refund['kind']
  /** The request that started the refund may still be asking the provider. */
  leased: boolean
}

/** No answer of the provider changes these. */
export const isFinalRefund = ({ status }: Pick<RefundRow, 'status'>) => status === 'done' || status === 'refused'

const selectRefunds = (db: Db) =>
  db.selectFrom('refunds').selectAll().select(sql<boolean>`lease_until > now()`.as('leased')).where('domain_id', '=', db.domainId)

export async function findRefundRow(db: Db, id: string): Promise<RefundRow | undefined> {
  return (await selectRefunds(db).where('id', '=', id).executeTakeFirst()) as RefundRow | undefined
}

/** Locks the refund until the transaction ends. The sale must be locked before. */
export async function lockRefund(db: Db, id: string): Promise<RefundRow> {
  const row = await selectRefunds(db).where('id', '=', id).forUpdate().executeTakeFirst()
  return (row as RefundRow | undefined) ?? fail('not_found')
}

/** All refunds of a sale, refused ones too. */
export async function listRefundRows(db: Db, transactionId: number): Promise<RefundRow[]> {
  return (await selectRefunds(db).where('transaction_id', '=', transactionId).execute()) as RefundRow[]
}

/** A refund as an admin sees it. */
export async function getRefund(db: Db, id: string): Promise<Refund> {
  const [row] = await db.rows<{ refund: Refund }>(
    `select ${REFUND} as refund from refunds r where r.domain_id = $1 and r.id = $2`,
    [db.domainId, id],
  )
  return row?.refund ?? fail('not_found')
}
