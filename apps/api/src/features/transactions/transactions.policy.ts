/** Who may see a sale, and how much of it. */
import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/types.ts'
import type { Actor } from '#api/platform/actor.ts'
import { policy } from '#api/platform/policy.ts'

/** The columns of a sale that name its users; the rules need no others. */
export const parties = [
  'payer_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'patient_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
] as const
export type SaleParties = Pick<Selectable<Tables['transactions']>, (typeof parties)[number]>

/** The caller; of staff with the active centers that it works for now. */
export interface Viewer extends Pick<Actor, 'id' | 'role'> {
  centers: readonly number[]
}

const isSalesLine = ({ id, role }: Viewer, sale: SaleParties) =>
  (role === 'sales_rep' && sale.sales_rep_id === id) ||
  (role === 'sales_manager' && sale.sales_manager_id === id) ||
  (role === 'sales_distributor' && sale.sales_distributor_id === id)

/**
 * Whose sale it is: the centers, and those who paid for themselves. A staff user pays for a center, so the sale is the
 * center's: staff see it while they work there, no matter who paid.
 */
const isBuyer = ({ id, role, centers }: Viewer, sale: SaleParties) => {
  if (role === 'hc_staff') return centers.some((center) => center === sale.harvest_center_id)
  return (
    sale.payer_id === id ||
    (role === 'harvest_center' && sale.harvest_center_id === id) ||
    (role === 'referral_harvest_center' && sale.referral_harvest_center_id === id)
  )
}

const isPatient = ({ id, role }: Viewer, sale: SaleParties) => role === 'patient' && sale.patient_id === id

export const salePolicy = policy<Viewer, SaleParties>()({
  see: (who, sale) => who.role === 'admin' || isBuyer(who, sale) || isPatient(who, sale) || isSalesLine(who, sale),
})

/** `person`: the patient's name and where things were sent. `payment`: who paid, with which card. */
export type SaleGroup = 'base' | 'person' | 'payment' | 'admin'

/** The groups of columns that a reader gets of a sale, by the relation to it. */
export const saleGroups = {
  admin: ['base', 'person', 'payment', 'admin'],
  buyer: ['base', 'person', 'payment'],
  patient: ['base', 'person'],
  sales_line: ['base'],
} as const satisfies Record<string, readonly SaleGroup[]>
export type SaleRelation = keyof typeof saleGroups

/** The closest relation of a viewer who may see the sale. */
export function relationTo(sale: SaleParties, who: Viewer): SaleRelation {
  if (who.role === 'admin') return 'admin'
  if (isBuyer(who, sale)) return 'buyer'
  return isPatient(who, sale) ? 'patient' : 'sales_line'
}
