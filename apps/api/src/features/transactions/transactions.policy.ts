/** How much of a sale a viewer may see. Which sales it sees at all, the query says (`salesSeenBy`). */
import type { Viewer } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'
import type { FullSale } from './rows.queries.ts'

/** The center that buys, and a user who pays for itself. Staff pay for their center, so each sale that they see is their center's. */
const isBuyer = ({ id, role }: Viewer, sale: FullSale) =>
  role === 'hc_staff' ||
  sale.payer_id === id ||
  (role === 'harvest_center' && sale.harvest_center_id === id) ||
  (role === 'referral_harvest_center' && sale.referral_harvest_center_id === id)

const isPatient = ({ id, role }: Viewer, sale: FullSale) => role === 'patient' && sale.patient_id === id

export const salePolicy = policy<Viewer, FullSale>()({
  see: {
    persons: (viewer, sale) => viewer.role === 'admin' || isBuyer(viewer, sale) || isPatient(viewer, sale),
    payment: (viewer, sale) => viewer.role === 'admin' || isBuyer(viewer, sale),
  },
})

/** The sales of a rep are listed for the rep itself and for admins. */
export const repPolicy = policy<Viewer, { id: number }>()({
  see: { sales: (viewer, rep) => viewer.role === 'admin' || viewer.id === rep.id },
})
