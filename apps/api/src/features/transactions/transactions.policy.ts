/** Decides which columns of a sale a viewer may see. `salesSeenBy` decides which sales. */
import type { Selectable } from 'kysely'
import type { Tables } from '#api/db/types.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** The columns of a sale that the rules need. */
export const partyColumns = [
  'payer_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'patient_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
] as const
export type SaleParties = Pick<Selectable<Tables['transactions']>, (typeof partyColumns)[number]>

/** A referral center or a patient bought it. The harvest center of such a sale is a party, but not the buyer. */
const isBoughtByOthers = ({ payer_id, patient_id, referral_harvest_center_id }: SaleParties) =>
  referral_harvest_center_id !== null || payer_id === patient_id

/** The buying center, or the payer. Staff buy for their centers. */
const isBuyer = ({ id, role }: Viewer, sale: SaleParties) =>
  sale.payer_id === id ||
  (role === 'hc_staff' && !isBoughtByOthers(sale)) ||
  (role === 'harvest_center' && sale.harvest_center_id === id && !isBoughtByOthers(sale)) ||
  (role === 'referral_harvest_center' && sale.referral_harvest_center_id === id)

const isPatient = ({ id, role }: Viewer, sale: SaleParties) => role === 'patient' && sale.patient_id === id

/** The patient of a fee can be named later by its buyer and by admins. */
export const salePolicy = policy<Viewer, SaleParties>()({
  act: { assign_patient: (viewer, sale) => viewer.role === 'admin' || isBuyer(viewer, sale) },
})

/** Only the user and admins see the list of a user's sales: of a sales user, a referral center or a patient. */
export const ownListPolicy = policy<Viewer, { id: number }>()({
  see: { sales: (viewer, user) => viewer.role === 'admin' || viewer.id === user.id },
})

/**
 * `person`: the patient's name and the shipping address. `payment`: the billing address and the card. `line`: the manager of the rep.
 */
export type SaleGroup = 'base' | 'line' | 'person' | 'payment' | 'admin'

/** The groups of columns for each relation of a reader to a sale. */
export const saleGroups = {
  admin: ['base', 'line', 'person', 'payment', 'admin'],
  buyer: ['base', 'person', 'payment'],
  patient: ['base', 'person'],
  /** Of a sale that a referral center or a patient bought. */
  harvest_center: ['base', 'person'],
  sales_line: ['base', 'line'],
} as const satisfies Record<string, readonly SaleGroup[]>
export type SaleRelation = keyof typeof saleGroups

/** The closest relation of a viewer who may see the sale. */
export function relationTo(sale: SaleParties, viewer: Viewer): SaleRelation {
  if (viewer.role === 'admin') return 'admin'
  if (isBuyer(viewer, sale)) return 'buyer'
  if (viewer.role === 'harvest_center' || viewer.role === 'hc_staff') return 'harvest_center'
  return isPatient(viewer, sale) ? 'patient' : 'sales_line'
}
