import type { CreatedUser, Rows } from '../journey/rows.ts'
import type { DemoUser } from '../journey/users.ts'

const address = { address1: '18 Alder Street', city: 'Portland', country_desc: 'United States', zip_code: '97201' }

interface Fee {
  id: number
  patient: { id: number; last_name: string }[]
}

/** A processing fee that the center paid for a patient, without a browser. */
export async function payFee(rows: Rows, center: CreatedUser, patient: CreatedUser): Promise<void> {
  const { transaction_id: invoice_id } = await rows.call<{ transaction_id: string }>(
    center,
    'GET',
    '/api/v1/transactions/get-last-id/',
  )
  const { price, shipping_fee } = await rows.call<{ price: number; shipping_fee: number }>(center, 'GET', '/api/v1/products/1/')
  const place = { ...address, company: center.company, address2: '', state: 'Oregon' }
  await rows.call(center, 'POST', '/api/v1/transactions/', {
    ...{ invoice_id, product_id: 1, total_amount: price + shipping_fee, create_patient: false, patient_id: patient.id },
    ...{ harvest_center_email: center.email, harvest_center_billing_email: center.email },
    ...{ addressInfo: place, shippingInfo: place },
    credit_card: { full_name: 'Ruth Keller', card_number: '4111111111111111', cvc: '900', expiration_date: '2031-12' },
  })
}

/** A label request for a patient without an account, made without a browser. Only an admin may, because there are no documents. */
export async function requestLabel(rows: Rows, center: CreatedUser): Promise<number> {
  const { data } = await rows.call<{ data: { id: number } }>('admin', 'POST', '/api/v1/fedex-requests/', {
    ...{ harvest_center: center.id, harvest_center_email: center.email, harvest_center_representative: 'Ruth Keller' },
    ...{ patients_ids: '0', other_patient_name: 'Mara Okonjo', override_reason: 'The patient has no account' },
    ...{ ...address, state_desc: 'Oregon' },
  })
  return data.id
}

/** The label of the fee that a center paid for a patient who has signed, requested without a browser. */
export async function requestLabelOfFee(rows: Rows, center: DemoUser, patient: string): Promise<void> {
  const { user } = await rows.session(center)
  const fees = `/api/v1/harvest-centers/${user.id}/transactions-history/processing-fee/?limit=100`
  const { results } = await rows.call<{ results: Fee[] }>(center, 'GET', fees)
  const fee = results.find((each) => each.patient[0]?.last_name === patient)
  await rows.call(center, 'POST', '/api/v1/fedex-requests/', {
    ...{ harvest_center: user.id, transaction: fee?.id, patients_ids: String(fee?.patient[0]?.id) },
    ...{ harvest_center_email: `${center}@demo.example`, harvest_center_representative: 'Ruth Keller' },
    ...{ ...address, state_desc: 'Oregon' },
  })
}
