/** Rows that several tasks need. */
import type { CreatedUser, Rows } from '../journey/rows.ts'

/** Saves a card of the user, so that a payment is one click. */
export async function saveCard(rows: Rows, user: CreatedUser): Promise<void> {
  await rows.call(user, 'POST', '/api/v1/billing-profiles/create-profile/', {
    user_id: user.id,
    card_holder: 'Ruth Keller',
    ...{ card_number: '4111111111111111', cvv: '900', expiration_date: '2031-12' },
  })
}

/** Requests the three documents of a patient. */
export async function requestSignatures(rows: Rows, center: CreatedUser, patient: CreatedUser): Promise<void> {
  const signer = { name: `${patient.first_name} ${patient.last_name}`, email: patient.email }
  await rows.call(center, 'POST', '/api/v1/documents/send/', { harvest_center_id: center.id, ...signer })
}
