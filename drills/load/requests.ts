/** The requests of the load: a processing fee that the center pays, and a vial that the lab adds. */
const address = {
  company: 'Northside',
  address1: '1 Main Street',
  address2: '',
  city: 'Atlanta',
  state: 'Georgia',
  country_desc: 'United States',
  zip_code: '30301',
}

/** The receipt goes to two addresses. */
export const RECEIPTS = 2

/** $3,500, and $150 for shipping, with a card that the simulator accepts. */
export const payment = (invoice: string, email = 'front@drill.example', billingEmail = 'bills@drill.example') => ({
  invoice_id: invoice,
  product_id: 1,
  total_amount: 3650,
  harvest_center_email: email,
  harvest_center_billing_email: billingEmail,
  create_patient: false,
  assign_later: true,
  addressInfo: address,
  shippingInfo: address,
  credit_card: { full_name: 'Ada Example', card_number: '4111111111111111', cvc: '987', expiration_date: '2099-12' },
})

/** The note identifies the entry. */
export const vialEntry = (patientId: number, note: string) => ({
  ...{ user: patientId, type: 'added', quantity: 1, date: '2026-03-01' },
  note,
})
