/** Notifies centers and admins of payment results. */
import type { Db } from '#api/db/db.ts'
import { notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import type { Attempt } from './attempts.queries.ts'

/** Notifies the centers of the sale. The payer also gets a receipt by email. */
export async function notifySale(db: Db, { invoice_id, order }: Attempt, transactionId: number): Promise<void> {
  await notify(db, [order.harvest_center_id, order.referral_harvest_center_id], {
    kind: 'purchase',
    title: 'Payment received',
    text: `Invoice ${invoice_id}. View receipt`,
    path: `/receipt/${transactionId}`,
  })
}

export async function notifyPaymentReview(db: Db, { invoice_id }: Attempt): Promise<void> {
  await notifyAdmins(db, {
    kind: 'purchase',
    title: 'A payment needs review',
    text: `The result of invoice ${invoice_id} is not known yet. It cannot be paid again until you decide.`,
    path: '/payments-to-review',
  })
}
