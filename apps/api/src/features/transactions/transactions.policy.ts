/** Who may see a sale, and how much of it. */
import type { Actor } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'
import type { FullSale } from './rows.queries.ts'

/** The caller, with the centers that it works for where it is staff. */
export interface Viewer extends Pick<Actor, 'id' | 'role'> {
  centers: readonly number[]
}

const isSalesLine = ({ id, role }: Viewer, sale: FullSale) =>
  (role === 'sales_rep' && sale.sales_rep_id === id) ||
  (role === 'sales_manager' && sale.sales_manager_id === id) ||
  (role === 'sales_distributor' && sale.sales_distributor_id === id)

/** Whose sale it is: who paid, the centers, their staff. */
const isBuyer = ({ id, role, centers }: Viewer, sale: FullSale) =>
  sale.payer_id === id ||
  (role === 'harvest_center' && sale.harvest_center_id === id) ||
  (role === 'referral_harvest_center' && sale.referral_harvest_center_id === id) ||
  (role === 'hc_staff' && (sale.hc_staff_id === id || centers.some((center) => center === sale.harvest_center_id)))

const isPatient = ({ id, role }: Viewer, sale: FullSale) => role === 'patient' && sale.patient_id === id

export const salePolicy = policy<Viewer, FullSale>()({
  see: (who, sale) => who.role === 'admin' || isBuyer(who, sale) || isPatient(who, sale) || isSalesLine(who, sale),
  seePersons: (who, sale) => who.role === 'admin' || isBuyer(who, sale) || isPatient(who, sale),
  seePayment: (who, sale) => who.role === 'admin' || isBuyer(who, sale),
})
