/** Decides which columns of a sale a viewer may see. `salesSeenBy` decides which sales. */
import { membershipIds } from '@vialdesk/contract/base/roles'
import { type Selectable, sql } from 'kysely'
import type { Tables } from '#api/db/types.ts'
import type { Viewer } from '#api/platform/access/actor.ts'
import { policy } from '#api/platform/access/policy.ts'

/** The columns of a sale that the rules need. */
const partyColumns = [
  'payer_id',
  'harvest_center_id',
  'referral_harvest_center_id',
  'patient_id',
  'sales_rep_id',
  'sales_manager_id',
  'sales_distributor_id',
] as const
export type SaleParties = Pick<Selectable<Tables['transactions']>, (typeof partyColumns)[number]> & {
  /** The membership of the payer. */
  payer: number
}
/** All that the rules need, of a sale `t`. */
export const saleParties = [
  ...partyColumns.map((party) => `t.${party}` as const),
  sql<number>`(select u.subscription from users u where u.domain_id = t.domain_id and u.id = t.payer_id)`.as('payer'),
] as const

const { patient, harvest_center, referral_harvest_center } = membershipIds
/**
 * A referral center or a patient bought it. The harvest center of such a sale is a party, but not the buyer. The payer decides, too: an
 * edit may remove the referral center or the patient, and their card stays theirs.
 */
const isBoughtByOthers = ({ payer, referral_harvest_center_id }: SaleParties) =>
  referral_harvest_center_id !== null || payer === patient || payer === referral_harvest_center

/** The center that bought, with its staff, or the patient who paid. */
const isBuyer = ({ id, role }: Viewer, sale: SaleParties) => {
  if (role === 'referral_harvest_center')
    return sale.referral_harvest_center_id === id && sale.payer !== patient && sale.payer !== harvest_center
  if (role === 'patient') return sale.patient_id === id && sale.payer_id === id
  if (role === 'harvest_center') return sale.harvest_center_id === id && !isBoughtByOthers(sale)
  return role === 'hc_staff' && !isBoughtByOthers(sale)
}

/** The patient of a fee can be named later by its buyer and by admins. */
export const salePolicy = policy<Viewer, SaleParties>()({
  act: { assign_patient: (viewer, sale) => viewer.role === 'admin' || isBuyer(viewer, sale) },
  because: { assign_patient: 'Only the buyer can name the patient of this fee.' },
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

export const isShown = (relation: SaleRelation, group: SaleGroup) =>
  (saleGroups[relation] as readonly SaleGroup[]).includes(group)

/** The closest relation of a viewer who may see the sale. */
export function relationTo(sale: SaleParties, viewer: Viewer): SaleRelation {
  if (viewer.role === 'admin') return 'admin'
  if (isBuyer(viewer, sale)) return 'buyer'
  if (viewer.role === 'harvest_center' || viewer.role === 'hc_staff') return 'harvest_center'
  return viewer.role === 'patient' ? 'patient' : 'sales_line'
}
