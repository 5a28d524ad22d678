import type { Rows } from '../journey/rows.ts'

const address = {
  ...{ company: 'Clinic', address1: '1 Main Street', address2: '', city: 'Atlanta', state: 'Georgia' },
  ...{ country_desc: 'United States', zip_code: '30301' },
}
const EMAIL = 'harvestcenter@demo.example'
const card = { full_name: 'Ada Example', card_number: '4111111111111111', cvc: '900', expiration_date: '2099-12' }

/** A processing fee that the demo's center pays without a patient. Returns the id of its sale. */
export async function pay(rows: Rows): Promise<number> {
  const latest = '/api/v1/transactions/get-last-id/'
  const { transaction_id: invoice_id } = await rows.call<{ transaction_id: string }>('harvestcenter', 'GET', latest)
  const { transaction_id } = await rows.call<{ transaction_id: number }>('harvestcenter', 'POST', '/api/v1/transactions/', {
    ...{ invoice_id, product_id: 1, total_amount: 3650, create_patient: false, assign_later: true },
    ...{ harvest_center_email: EMAIL, harvest_center_billing_email: EMAIL },
    ...{ addressInfo: address, shippingInfo: address, credit_card: card },
  })
  return transaction_id
}
