/** What was paid with an approved attempt, for its buyer, and what the buyer can do next. */

import { toDollars } from '@vialdesk/contract/base/primitives'
import type { NextStep, PaidPurchase } from '@vialdesk/contract/money/checkout'
import { feeProductIds } from '@vialdesk/contract/money/products'
import type { Db } from '#api/db/db.ts'
import { findPatientDocuments } from '#api/features/documents/documents.queries.ts'
import { findReceivedPatients } from '#api/features/shipping/parcels/arrived-parcels.queries.ts'
import { findLabelConsent } from '#api/features/shipping/requests/label-consent.queries.ts'
import { findRelation } from '#api/features/transactions/transaction-rows.queries.ts'
import { isShown } from '#api/features/transactions/transactions.policy.ts'
import type { Viewer } from '#api/platform/access/actor.ts'

interface SaleRow {
  charged_cents: number
  product_id: number
  product: string
  quantity: number
  ships: boolean
  required_signature: boolean
  patient: PaidPurchase['patient']
  invited: boolean
  card_brand: string | null
  card_last4: string | null
}

/** Null without a sale, and for a payer who may no longer see what was paid: dismissed staff, or the earlier party of a moved sale. */
export async function findPaidPurchase(db: Db, viewer: Viewer, transactionId: number | null): Promise<PaidPurchase | null> {
  if (transactionId === null) return null
  const relation = await findRelation(db, viewer, transactionId)
  if (!relation || !isShown(relation, 'payment')) return null
  const [sale] = await db.rows<SaleRow>(
    `select t.charged_cents, t.product_id, p.name as product, t.quantity, t.ships, t.required_signature, t.card_brand, t.card_last4,
       case when u.id is not null
         then jsonb_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name)
       end as patient,
       coalesce(lower(a.order_data -> 'new_patient' ->> 'email') = u.email_key, false) as invited
     from transactions t
     join products p on p.domain_id = t.domain_id and p.id = t.product_id
     left join checkout_attempts a on a.domain_id = t.domain_id and a.id = t.attempt_id
     left join users u on u.domain_id = t.domain_id and u.id = t.patient_id
     where t.domain_id = $1 and t.id = $2`,
    [db.domainId, transactionId],
  )
  if (!sale) return null
  const { charged_cents, product_id, product, quantity, patient, invited, card_brand, card_last4 } = sale
  const paid = { amount: toDollars(charged_cents), product_id, product, quantity, patient, invited }
  return { ...paid, card_type: card_brand, card_number: card_last4, ...(await nextStepOf(db, sale)) }
}

type Next = Pick<PaidPurchase, 'next' | 'pending_documents'>
const nothingPending = (next: NextStep): Next => ({ next, pending_documents: [] })

async function nextStepOf(db: Db, { product_id, patient, ships, required_signature }: SaleRow): Promise<Next> {
  if (!feeProductIds.includes(product_id)) return nothingPending(ships ? 'wait_for_parcel' : 'wait_for_vials')
  return patient ? nextStepOfPatient(db, patient.id, required_signature) : nothingPending('assign_patient')
}

/**
 * The step after a fee was paid for a patient. No label is offered for tissue that the lab already has, nor before the documents that
 * the buyer asked for exist.
 */
export async function nextStepOfPatient(db: Db, patientId: number, requiredSignature = false): Promise<Next> {
  const documents = (await findPatientDocuments(db, [patientId])).get(patientId) ?? []
  const pending = documents.filter(({ status }) => status === 'Pending')
  if (pending.length > 0 || (requiredSignature && documents.length === 0))
    return { next: 'sign_documents', pending_documents: pending.map(({ id }) => id) }
  if ((await findReceivedPatients(db, [patientId])).has(patientId)) return nothingPending('none')
  const { missing } = await findLabelConsent(db, [patientId])
  return nothingPending(missing ? 'request_signatures' : 'request_label')
}
