/** Who may see a sale, and how much of it. */
import type { Actor } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'
import type { FullSale } from './rows.queries.ts'

/** The caller; of staff with the active centers that it works for now. */
export interface Viewer extends Pick<Actor, 'id' | 'role'> {
  centers: readonly number[]
}

const isSalesLine = ({ id, role }: Viewer, sale: FullSale) =>
  (role === 'sales_rep' && sale.sales_rep_id === id) ||
  (role === 'sales_manager' && sale.sales_manager_id === id) ||
  (role === 'sales_distributor' && sale.sales_distributor_id === id)

/**
 * Whose sale it is: the centers, and those who paid for themselves. A staff user pays for a center, so the sale is the
 * center's: staff see it while they work there, no matter who paid.
 */
const isBuyer = ({ id, role, centers }: Viewer, sale: FullSale) => {
  if (role === 'hc_staff') return centers.some((center) => center === sale.harvest_center_id)
  return (
    sale.payer_id === id ||
    (role === 'harvest_center' && sale.harvest_center_id === id) ||
    (role === 'referral_harvest_center' && sale.referral_harvest_center_id === id)
  )
}

const isPatient = ({ id, role }: Viewer, sale: FullSale) => role === 'patient' && sale.patient_id === id

export const salePolicy = policy<Viewer, FullSale>()({
  see: (who, sale) => who.role === 'admin' || isBuyer(who, sale) || isPatient(who, sale) || isSalesLine(who, sale),
  seePersons: (who, sale) => who.role === 'admin' || isBuyer(who, sale) || isPatient(who, sale),
  seePayment: (who, sale) => who.role === 'admin' || isBuyer(who, sale),
})
