/** Lists the purchases of a center, each with the documents of its patient and the label that was requested for it. */

import type { ProcessingFeeRow } from '@vialdesk/contract/care/label-requests'
import { productIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { findPatientDocuments } from '#api/features/documents/documents.queries.ts'
import { findReceivedPatients } from '#api/features/shipping/parcels/arrived-parcels.queries.ts'
import type { SaleFilter } from '#api/features/transactions/sale-filters.queries.ts'
import { listPartyTransactions } from '#api/features/transactions/transactions.queries.ts'

type Label = NonNullable<ProcessingFeeRow['fedex_request']>

/**
 * The newest request of the center that was started from the sale, or names its patient. A request that was started from another sale of
 * the same patient belongs to that sale. Two index lookups per sale, however many requests the center has.
 */
const LABELS_OF_SALES = `
  select t.id as sale_id, r.id, r.pdf_file, r.tracking_link, r.tracking_number, r.tracking_status, r.tracking_text, r.parcel
  from transactions t
  join lateral (
    select max(id) as id
    from (
      (select r.id
        from label_requests r
        where r.domain_id = t.domain_id and r.transaction_id = t.id and r.center_id = $3
        order by r.id desc
        limit 1)
      union all
      (select r.id
        from label_request_patients p
        join label_requests r on r.domain_id = p.domain_id and r.id = p.request_id
        where p.domain_id = t.domain_id and p.patient_id = t.patient_id and r.center_id = $3
          and not exists (
            select
            from transactions o
            where o.domain_id = r.domain_id and o.id = r.transaction_id
              and o.patient_id = t.patient_id and o.id <> t.id)
        order by p.request_id desc
        limit 1)) n) newest on true
  join label_requests r on r.domain_id = t.domain_id and r.id = newest.id
  where t.domain_id = $1 and t.id = any($2::bigint[])`

async function findLabels(db: Db, center: number, sales: number[]): Promise<Map<number, Label>> {
  const rows = await db.rows<Label & { sale_id: number }>(LABELS_OF_SALES, [db.domainId, sales, center])
  return new Map(rows.map(({ sale_id, ...label }) => [sale_id, label]))
}

/** A page of sales, each with the documents of its patient and its label. */
export async function listPurchases(
  db: Db,
  center: number,
  filter: SaleFilter,
): Promise<{ count: number; results: ProcessingFeeRow[] }> {
  const { count, results } = await listPartyTransactions(db, filter, 'buyer')
  const labels = await findLabels(
    db,
    center,
    results.map(({ id }) => id),
  )
  const patients = results.flatMap(({ patient }) => patient.map(({ id }) => id))
  const documents = await findPatientDocuments(db, patients)
  const received = await findReceivedPatients(db, patients)
  return {
    count,
    results: results.map((row) => ({
      ...row,
      patient_documents: row.patient.flatMap(({ id }) => documents.get(id) ?? []),
      fedex_request: labels.get(row.id) ?? null,
      tissue_received: row.patient.some(({ id }) => received.has(id)),
    })),
  }
}

/** The fees that a center paid, newest first. `transaction`: only this one. */
export const listFees = (
  db: Db,
  center: number,
  role: 'harvest_center' | 'referral_harvest_center',
  { transaction, ...paging }: Pick<SaleFilter, 'limit' | 'offset' | 'sort'> & { transaction?: number | undefined },
) =>
  listPurchases(
    db,
    center,
    role === 'harvest_center'
      ? { ...paging, id: transaction, harvest_center_id: center, product_id: productIds.processing_fee }
      : { ...paging, id: transaction, referral_harvest_center_id: center, product_id: productIds.referral_fee },
  )
