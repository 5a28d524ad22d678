import type { CreatedUser, Rows } from '../journey/rows.ts'

/** A processing fee that the center paid for a patient, without a browser. */
export async function payFee(rows: Rows, center: CreatedUser, patient: CreatedUser): Promise<void> {
  const { transaction_id: invoice_id } = await rows.call<{ transaction_id: string }>(
    center,
    'GET',
    '/api/v1/transactions/get-last-id/',
  )
  const { price, shipping_fee } = await rows.call<{ price: number; shipping_fee: number }>(center, 'GET', '/api/v1/products/1/')
  const address = {
    company: center.company,
    ...{
      address1: '18 Alder Street',
      address2: '',
      city: 'Portland',
      state: 'Oregon',
      country_desc: 'United States',
      zip_code: '97201',
    },
  }
  await rows.call(center, 'POST', '/api/v1/transactions/', {
    ...{ invoice_id, product_id: 1, total_amount: price + shipping_fee, create_patient: false, patient_id: patient.id },
    ...{ harvest_center_email: center.email, harvest_center_billing_email: center.email },
    ...{ addressInfo: address, shippingInfo: address },
    credit_card: { full_name: 'Ruth Keller', card_number: '4111111111111111', cvc: '900', expiration_date: '2031-12' },
  })
}

/** A label request for a patient without an account, made without a browser. Only an admin may, because there are no documents. */
export async function requestLabel(rows: Rows, center: CreatedUser): Promise<number> {
  const { data } = await rows.call<{ data: { id: number } }>('admin', 'POST', '/api/v1/fedex-requests/', {
    ...{ harvest_center: center.id, harvest_center_email: center.email, harvest_center_representative: 'Ruth Keller' },
    ...{ patients_ids: '0', other_patient_name: 'Mara Okonjo', override_reason: 'The patient has no account' },
    ...{ address1: '18 Alder Street', city: 'Portland', state_desc: 'Oregon', country_desc: 'United States', zip_code: '97201' },
  })
  return data.id
}
