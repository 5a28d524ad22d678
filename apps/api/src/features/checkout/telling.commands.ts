/** Who is told what became of a payment. */
import type { Db } from '#api/db/db.ts'
import { notify, notifyAdmins } from '#api/features/notices/notices.commands.ts'
import type { Attempt } from './attempts.queries.ts'

/** The centers of the sale. That it was paid, the receipt says by mail already. */
export async function tellOfSale(db: Db, { invoice_id, order }: Attempt, transactionId: number): Promise<void> {
  await notify(db, [order.harvest_center_id, order.referral_harvest_center_id], {
    kind: 'purchase',
    title: 'A purchase is recorded',
    text: `Invoice ${invoice_id}. Its receipt is there to be read and printed.`,
    path: `/receipt/${transactionId}`,
  })
}

export async function tellOfReview(db: Db, { invoice_id }: Attempt): Promise<void> {
  await notifyAdmins(db, {
    kind: 'purchase',
    title: 'A payment needs review',
    text: `What became of invoice ${invoice_id} is not certain. Nobody can pay it again until you have decided.`,
    path: '/payments-to-review',
  })
}
