/** Notifies centers and admins of payment results. */
import type { Db } from '#api/db/db.ts'
import { named, notify, notifyAdmins } from '#api/features/notices/notify.commands.ts'
import type { Attempt } from './attempts.queries.ts'

/** Notifies the buyer, and the harvest center of a fee or of a patient's order. The payer also gets a receipt by email. */
export async function notifySale(db: Db, { invoice_id, user_id, order }: Attempt, transactionId: number): Promise<void> {
  const { kind, harvest_center_id, referral_harvest_center_id } = order
  const notice = { kind: 'purchase', text: `Invoice ${invoice_id}. View receipt`, path: `/receipt/${transactionId}` } as const
  const buyer = kind === 'patient_vials' ? user_id : (referral_harvest_center_id ?? harvest_center_id)
  await notify(db, buyer, { ...notice, title: 'Payment received' })
  if (harvest_center_id === buyer) return
  const about =
    kind === 'patient_vials'
      ? { title: `${named('A patient')} has placed an order`, about: user_id }
      : { title: `${named('A referral center')} has paid a fee`, about: referral_harvest_center_id }
  await notify(db, harvest_center_id, { ...notice, ...about })
}

export async function notifyPaymentReview(db: Db, { invoice_id }: Attempt): Promise<void> {
  await notifyAdmins(db, {
    kind: 'purchase',
    title: 'A payment needs review',
    text: `The result of invoice ${invoice_id} is not known yet. It cannot be paid again until you decide.`,
    path: '/payments-to-review',
  })
}
